"""Typed access to JSON values, which notes what is wrong, and where."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple, NoReturn

from runs.kernel.checks.findings import Notes, Words
from runs.kernel.checks.lines import read_lines, read_text

Record = Mapping[str, object]
VALUES = 2_000_000  # of one JSON text: they need far more memory than the text
JSON_NAMES = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
}


class Place(NamedTuple):
    """A place in a file: its line, None if unknown, and the path of keys there."""

    notes: Notes
    line: int | None
    path: str = ""

    def down(self, key: str | int) -> "Place":
        """Return the place of a member: keys and positions joined by slashes."""
        return self._replace(path=self.name(key))

    def name(self, key: str | int) -> str:
        """Return the path of a member."""
        return f"{self.path}/{key}" if self.path else str(key)

    def add(
        self, kind: str, key: str | int = "", found: object = None, expected: str = ""
    ) -> None:
        """Note a finding at this place, or at the member `key` of it."""
        field = self.path if key == "" else self.name(key)
        self.notes.add(kind, self.line, field, found, expected)

    def text(self, record: Record, key: str, default: str | None = None) -> str | None:
        """Return a string; None, noted, if it is no string or lacks a default."""
        if default is not None and record.get(key) is None:
            return default
        value = self._typed(record, key, str)
        return value if isinstance(value, str) else None

    def integer(self, record: Record, key: str) -> int | None:
        """Return a whole number; None if missing, or noted if it is something else."""
        value = None if record.get(key) is None else self._typed(record, key, int)
        return value if isinstance(value, int) else None

    def number(self, record: Record, key: str) -> float | None:
        """Return a finite number; None, noted, if it is missing or something else."""
        value = record.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._typed(record, key, float)
            return None
        try:
            return float(value)
        except OverflowError:
            self.add("bad_number", key, value, "a finite number")
            return None

    def sequence(self, record: Record, key: str) -> list[object]:
        """Return a list; empty, noted, if it is missing or something else."""
        value = self._typed(record, key, list)
        return value if isinstance(value, list) else []

    def mapping(self, record: Record, key: str) -> Record:
        """Return an object; empty, noted, if it is missing or something else."""
        value = self._typed(record, key, dict)
        return value if isinstance(value, dict) else {}

    def identifier(self, record: Record, key: str) -> str | None:
        """Return a topic's or document's name, given as a string or a whole number.

        None, noted, if it is missing, empty or contains white space.
        """
        value = record.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        name = self.text(record, key)
        return name if name is None or self.named(name, key) else None

    def named(self, name: str, key: str | int = "") -> bool:
        """Return whether a name fits into a column of a file; note it if not."""
        good = name.split() == [name]
        if not good:
            self.add("bad_name", key, name, "a name without white space")
        return good

    def objects(self, values: list[object]) -> Iterator[tuple["Place", Record]]:
        """Yield each object of a list with its place; anything else is noted."""
        for index, value in enumerate(values):
            place = self.down(f"[{index}]")
            if isinstance(value, dict):
                yield place, value
            else:
                place.add("wrong_type", "", value, "an object")

    def members(self, record: Record) -> Iterator[tuple["Place", str, Record]]:
        """Yield each member that is an object with its place; any other is noted."""
        for key, value in record.items():
            if isinstance(value, dict):
                yield self.down(key), key, value
            else:
                self.add("wrong_type", key, value, "an object")

    def _typed(self, record: Record, key: str, kind: type) -> object:
        value = record.get(key)
        if key not in record:
            self.add("missing_field", key, expected=JSON_NAMES[kind])
        elif not isinstance(value, kind) or isinstance(value, bool):
            found = Words("null") if value is None else value
            self.add("wrong_type", key, found, JSON_NAMES[kind])
        else:
            return value
        return None


class _Refused(ValueError):
    """JSON that Python would read and we reject."""

    def __init__(self, kind: str, found: str) -> None:
        super().__init__(kind)
        self.kind = kind
        self.found = found


def read_objects(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> Iterator[tuple[Place, Record, str]]:
    """Yield the place, the object and the text of each line of a JSONL file."""
    for line in read_lines(source, notes, limit=limit):
        place = Place(notes, line.number)
        value = parse_json(line.text, place)
        if isinstance(value, dict):
            yield place, value, line.text
        elif value is not None:
            place.add("wrong_type", "", value, "an object")


def read_list(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> Iterator[tuple[Place, Record]]:
    """Yield place and object of each item of a file that is one JSON list."""
    value = _read_value(source, notes, list, limit)
    yield from Place(notes, None).objects(value if isinstance(value, list) else [])


def read_mapping(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> Iterator[tuple[Place, str, Record]]:
    """Yield place, key and object of each member of a file that is one JSON object."""
    value, place = _read_value(source, notes, dict, limit), Place(notes, None)
    for member in place.members(value if isinstance(value, dict) else {}):
        if place.named(member[1], member[1]):
            yield member


def _read_value(
    source: BinaryIO, notes: Notes, kind: type, limit: int | None
) -> object:
    text, place = read_text(source, notes, limit=limit), Place(notes, None)
    value = None if text is None else parse_json(text, place)
    if value is not None and not isinstance(value, kind):
        place.add("wrong_type", "", value, JSON_NAMES[kind])
    elif value is not None and not value:
        notes.add("empty_file", None)
    return value


def parse_json(text: str, place: Place) -> object:
    """Return the value of a JSON text; None, noted, if it is invalid.

    Rejected in addition to the parser's own errors: a key twice in one object, NaN and
    Infinity, NUL and lone surrogates written as escapes, and a lone null.
    """
    if parts_of(text) > VALUES:
        place.add("too_many_values", "", expected=f"at most {VALUES:,}")
        return None
    try:
        value: object = _DECODER.decode(text)
    except _Refused as error:
        found = error.found if error.kind == "duplicate_key" else Words(error.found)
        place.add(error.kind, "", found)
    except json.JSONDecodeError as error:
        line = error.lineno if place.line is None else place.line
        where = Words(f"{error.msg} at column {error.colno}")
        place.notes.add("bad_json", line, place.path, where, "one JSON value")
    except (ValueError, RecursionError) as error:
        place.add("bad_json", "", Words(error), "one JSON value")
    else:
        if value is None:
            place.add("bad_json", "", Words("null"), "an object")
        elif "\\u" not in text or _is_clean(value, place):
            return value
    return None


def parts_of(text: str) -> int:
    """Return an upper bound of the values: commas and brackets in texts count too."""
    return sum(text.count(sign) for sign in ",[{")


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused("duplicate_key", twice)
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise _Refused("bad_number", name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Refused("bad_number", digits)
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_refuse_constant, parse_float=_finite
)


def _is_clean(value: object, place: Place) -> bool:
    waiting = [(place, value)]
    while waiting:
        here, item = waiting.pop()
        if isinstance(item, dict):
            waiting += [(here.down(key), key) for key in item]
            waiting += [(here.down(key), member) for key, member in item.items()]
        elif isinstance(item, list):
            waiting += [(here.down(f"[{i}]"), part) for i, part in enumerate(item)]
        elif isinstance(item, str) and (kind := _unclean(item)):
            path = here.path.encode(errors="backslashreplace").decode()
            here.notes.add(kind, here.line, path.replace("\0", "\\0"), item, "text")
            return False
    return True


def _unclean(text: str) -> str | None:
    if "\0" in text:
        return "nul_character"
    if any("\ud800" <= char <= "\udfff" for char in text):
        return "lone_surrogate"
    return None
