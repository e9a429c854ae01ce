"""The contents of archives that belong to analysis."""

from __future__ import annotations

import math
import re
from typing import Any

from assess.analysis.models import DefaultCondition, ImportedBoard, TrustThresholds
from assess.exchange.archive.format.codecs import BadValue, Codec, Places, Row
from assess.exchange.archive.format.columns import HASH
from assess.exchange.archive.format.tables import register
from runs.imports.arrival import LONGEST_TAG

SCORES = 1_000_000  # characters of a board's rows
_CHOICE = r"(?:condition|bank|judge)=[0-9a-f-]{36}"
QUERY = re.compile(rf"(?:{_CHOICE}(?:&{_CHOICE})*)?")


def _query() -> Codec:
    """Return the codec of a condition's query: public ids by name, or nothing."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        if not isinstance(value, str) or not QUERY.fullmatch(value):
            raise BadValue("the names and UUIDs of a condition, or nothing")
        return value

    return Codec(read)


register(DefaultCondition, codecs={"query": _query()}, named=("says",))


def _scores() -> Codec:
    """Return the codec of a board's rows: a name, a run tag and a number each."""

    def read(value: Any, _row: Row, _places: Places) -> list[Any]:  # noqa: ANN401
        if not isinstance(value, list) or not all(map(_is_scored, value)):
            raise BadValue("rows of a name, a run tag and a number")
        return value

    return Codec(read)


def _is_scored(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 3:
        return False
    *names, number = row
    texts = all(isinstance(name, str) and len(name) <= LONGEST_TAG for name in names)
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    return texts and is_number and math.isfinite(number)


register(
    ImportedBoard,
    codecs={"scores": _scores(), "sha256": HASH},
    named=("name", "scores"),
    most={"track": "conditions"},
    longest={"scores": SCORES},
)

register(TrustThresholds)
