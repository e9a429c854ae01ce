"""Codecs of columns by their type.

Row numbers of the database are never written: a row is identified by its line in its
table's file, counted from 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models

from assess.exchange.archive.format.codecs import BadValue, Codec, Numbers, Places, Row
from runs.kernel.hashes import is_sha256

SHAPES: dict[Any, str] = {dict: "an object", list: "a list"}
LARGEST = {
    "PositiveSmallIntegerField": 2**15 - 1,
    "PositiveIntegerField": 2**31 - 1,
    "PositiveBigIntegerField": 2**63 - 1,
}


def name_of_column(column: models.Field[Any, Any]) -> str:
    """Return the name of a column in archives: that of the database, if set."""
    return column.db_column or column.name


def codec_of(
    column: models.Field[Any, Any],
    *,
    only: Sequence[str] | None = None,
    needed: bool = False,
) -> Codec:
    """Return the codec of a column.

    only: its allowed values. needed: it must not be empty, although the database allows
    it.
    """
    codec = _codec_of(column, only)
    return _or_none(codec) if column.null and not needed else codec


def _codec_of(column: models.Field[Any, Any], only: Sequence[str] | None) -> Codec:
    if isinstance(column, models.ForeignKey):
        other: Any = column.related_model
        return row_of(str(other._meta.label_lower))  # noqa: SLF001
    if isinstance(column, models.CharField | models.TextField):
        return _text(column, only)
    for kind, codec in CODECS.items():
        if isinstance(column, kind):
            return codec(column)
    raise TypeError(f"archives know no column like {column}")


def _or_none(codec: Codec) -> Codec:
    write, read = codec.write, codec.read

    def writes(value: Any, row: Row, numbers: Numbers) -> Any:  # noqa: ANN401
        return None if value is None or write is None else write(value, row, numbers)

    def reads(value: Any, row: Row, places: Places) -> Any:  # noqa: ANN401
        return None if value is None else read(value, row, places)

    return Codec(reads, writes if write else None, codec.points_to)


def row_of(table: str) -> Codec:
    """Return the codec of a foreign key."""
    return Codec(
        lambda value, _row, places: place(value, table, places),
        lambda value, _row, numbers: numbers.number(table, value),
        (table,),
    )


def place(value: object, table: str, places: Places) -> int:
    """Return the row of a line number; raise BadValue."""
    return places.pk(table, whole_number(value, least=1))


def whole_number(value: object, *, least: int = 0, most: int = 2**63 - 1) -> int:
    """Return a whole number within bounds; raise BadValue."""
    if type(value) is not int or not least <= value <= most:
        raise BadValue(f"a whole number from {least} to {most}")
    return value


def check_text(value: str) -> str:
    """Return text that both databases can store; raise BadValue."""
    if "\x00" in value:
        raise BadValue("text without the character NUL")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadValue("text without half a surrogate pair") from None
    return value


def _text(column: models.Field[Any, Any], only: Sequence[str] | None) -> Codec:
    most, rules = column.max_length, _rules(column)
    given = [str(value) for value, _said in column.flatchoices]
    values = set(only or ([*given, ""] if given and column.blank else given))

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        if not isinstance(value, str):
            raise BadValue("text")
        if values and value not in values:
            raise BadValue(f"one of {', '.join(sorted(values - {''}))}")
        if most is not None and len(value) > most:
            raise BadValue(f"at most {most} characters")
        for rule in rules:
            _hold(rule, value)
        return check_text(value)

    return Codec(read)


def one_of(values: Callable[[], Iterable[str]]) -> Codec:
    """Return the codec of a column that contains a name in a registry."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        if not isinstance(value, str) or value not in values():
            raise BadValue(f"one of {', '.join(sorted(filter(None, values())))}")
        return value

    return Codec(read)


def _hash(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
    if value != "" and not is_sha256(value):
        raise BadValue("64 lower-case hexadecimal digits, or nothing")
    return str(value)


HASH = Codec(_hash)  # of a column with a SHA-256


def _rules(column: models.Field[Any, Any]) -> list[Callable[[str], object]]:
    return [
        rule for rule in column.validators if not isinstance(rule, MaxLengthValidator)
    ]


def _hold(rule: Callable[[str], object], value: str) -> None:
    try:
        rule(value)
    except ValidationError as error:
        raise BadValue(" ".join(error.messages)) from error


def _integer(column: models.Field[Any, Any]) -> Codec:
    most = LARGEST[column.get_internal_type()]
    return Codec(lambda value, _row, _places: whole_number(value, most=most))


def _boolean(_column: models.Field[Any, Any]) -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> bool:  # noqa: ANN401
        if not isinstance(value, bool):
            raise BadValue("true or false")
        return value

    return Codec(read)


def _float(_column: models.Field[Any, Any]) -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> float:  # noqa: ANN401
        if type(value) not in (int, float) or not math.isfinite(value):
            raise BadValue("a number")
        return float(value)

    return Codec(read)


def _decimal(column: models.Field[Any, Any]) -> Codec:
    unit = Decimal(1).scaleb(-getattr(column, "decimal_places", 0))
    room = getattr(column, "max_digits", 0)

    def read(value: Any, _row: Row, _places: Places) -> Decimal:  # noqa: ANN401
        try:
            number = Decimal(value) if isinstance(value, str) else Decimal("NaN")
        except InvalidOperation:
            raise BadValue("a decimal number, as text") from None
        if not number.is_finite() or abs(number) >= unit.scaleb(room):
            raise BadValue("a decimal number, as text")
        return number.quantize(unit)

    return Codec(read, lambda value, _row, _numbers: format(value, "f"))


def _time(_column: models.Field[Any, Any]) -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> datetime:  # noqa: ANN401
        try:
            time = datetime.fromisoformat(value)
            if time.tzinfo is not None:
                return time.astimezone(UTC)
        except (TypeError, ValueError, OverflowError):
            pass
        raise BadValue("a time with its zone, such as 2026-03-01T12:00:00+00:00")

    return Codec(read, lambda value, _row, _numbers: value.isoformat())


def _date(_column: models.Field[Any, Any]) -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> date:  # noqa: ANN401
        try:
            day = date.fromisoformat(value)
        except (TypeError, ValueError):
            raise BadValue("a date, such as 2026-03-01") from None
        if day.isoformat() != value:
            raise BadValue("a date, such as 2026-03-01")
        return day

    return Codec(read, lambda value, _row, _numbers: value.isoformat())


def _uuid(_column: models.Field[Any, Any]) -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> UUID:  # noqa: ANN401
        try:
            found = UUID(value)
        except (TypeError, ValueError, AttributeError):
            raise BadValue("a UUID") from None
        if str(found) != value:
            raise BadValue("a UUID in small letters, with hyphens")
        return found

    return Codec(read, lambda value, _row, _numbers: str(value))


def _json(column: models.Field[Any, Any]) -> Codec:
    shape = column.default if column.default in SHAPES else object

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, shape):
            raise BadValue(SHAPES[shape])
        return check_json(value)

    return Codec(read)


def check_json(value: Any) -> Any:  # noqa: ANN401
    """Return a JSON value whose texts both databases can store; raise BadValue."""
    for text in texts_in(value):
        check_text(text)
    return value


def texts_in(value: object) -> Iterator[str]:
    """Yield the texts and the keys of a JSON value at any depth."""
    waiting: list[object] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            yield from each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


def rows_of(value: object, table: str, places: Places) -> list[int]:
    """Return the rows of a list of line numbers; raise BadValue."""
    if not isinstance(value, list):
        raise BadValue("a list of row numbers")
    return [place(each, table, places) for each in value]


def numbers_of(pks: Iterable[int], table: str, numbers: Numbers) -> list[int]:
    """Return the line numbers of rows."""
    return [numbers.number(table, pk) for pk in pks]


# The first class of which a column is an instance determines its codec.
CODECS: dict[type[Any], Callable[[models.Field[Any, Any]], Codec]] = {
    models.BooleanField: _boolean,
    models.DecimalField: _decimal,
    models.FloatField: _float,
    models.DateTimeField: _time,
    models.DateField: _date,  # a DateTimeField is one too
    models.UUIDField: _uuid,
    models.JSONField: _json,
    models.IntegerField: _integer,
}
