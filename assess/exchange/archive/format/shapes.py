"""Codecs of JSON columns whose structure pages and jobs rely on."""

from __future__ import annotations

from typing import Any

from assess.exchange.archive.format.codecs import BadValue, Codec, Numbers, Places, Row
from assess.exchange.archive.format.columns import check_json
from jobs.models import is_local
from runs.imports.arrival import LONGEST_DOCID
from runs.kernel.hashes import is_sha256


def job_params() -> Codec:
    """Return the codec of a job's parameters, which exclude files of the server."""

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, dict) or "path" in value:
            raise BadValue("an object without a path")
        return check_json(value)

    return Codec(read)


def job_result() -> Codec:
    """Return the codec of a job's result, without its link and with a valid hash."""

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, dict):
            raise BadValue("an object")
        if "link" in value and not is_local(value["link"]):
            raise BadValue("an object whose link is a path of this server")
        if "sha256" in value and not is_sha256(value["sha256"]):
            raise BadValue("an object whose sha256 is 64 lower-case hexadecimal digits")
        return check_json(value)

    return Codec(read)


def snapshot_asked() -> Codec:
    """Return the codec of a snapshot's request, as its page reads it."""

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, dict) or not _is_plain(value.get("options", {}), dict):
            raise BadValue("an object whose options are plain values")
        if not _is_plain(value.get("topics") or [], list):
            raise BadValue("an object whose topics are a list of names")
        return check_json(value)

    return Codec(read)


def snapshot_manifest() -> Codec:
    """Return the codec of a snapshot's manifest; its parts, if any, are objects."""

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        parts = value.get("parts", []) if isinstance(value, dict) else None
        if not isinstance(parts, list) or not all(isinstance(p, dict) for p in parts):
            raise BadValue("an object whose parts are objects")
        return check_json(value)

    return Codec(read)


def _is_plain(value: Any, shape: type[Any]) -> bool:  # noqa: ANN401
    """Return whether a value is an object or a list of only single values."""
    if not isinstance(value, shape):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return not any(isinstance(each, dict | list) for each in inside)


def import_params() -> Codec:
    """Return the codec of an import's parameters, without the path of its file."""

    def write(value: dict[str, Any], _row: Row, _numbers: Numbers) -> dict[str, Any]:
        return {name: said for name, said in value.items() if name != "path"}

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, dict) or "path" in value:
            raise BadValue("an object without a path")
        return check_json(value)

    return Codec(read, write)


def docids() -> Codec:
    """Return the codec of a list of documents' names."""

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, list) or not all(map(_is_docid, value)):
            raise BadValue(f"a list of names of at most {LONGEST_DOCID} characters")
        return check_json(value)

    return Codec(read)


def _is_docid(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_DOCID


def ranked_scores() -> Codec:
    """Return the codec of a ranking's scores: one for each of its segments."""

    def read(value: Any, row: Row, _places: Places) -> Any:  # noqa: ANN401
        known = isinstance(value, list) and isinstance(row["segment_ids"], list)
        if not known or len(value) != len(row["segment_ids"]):
            raise BadValue("as many scores as segments")
        if not all(type(each) in (int, float) for each in value):
            raise BadValue("a list of numbers")
        return value

    return Codec(read)
