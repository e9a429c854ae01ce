"""Checks an archive against the limits of its own profile, as imports are."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from assess.exchange.archive.format.reader import BadRow
from assess.exchange.archive.format.tables import Table
from runs.kernel.limits import LIMITS
from runs.kernel.profile import BadProfile, read_profile
from runs.models import Track

Values = Mapping[str, Any]
Key = tuple[str, str, str]  # table, foreign key, limit


class Bounds:
    """Checks the rows of an archive, each table after those that it refers to.

    Rows that are put away or retired are on no page and do not count.
    """

    def __init__(self) -> None:
        self._limits: Mapping[str, int] = {
            name: limit.default for name, limit in LIMITS.items()
        }
        self._sums: dict[Key, array[int]] = defaultdict(lambda: array("Q"))
        self._lengths: dict[str, array[int]] = defaultdict(lambda: array("Q"))

    def look(self, table: Table, number: int, values: Values) -> None:
        """Process a row whose columns are checked; raise BadRow."""
        if table.model is Track:
            self._see_profile(values["profile_text"])
        longest = 0
        for column, limit in table.bounds.items():
            length = _length(column, values.get(column) or "", limit)
            longest += length if isinstance(limit, str) else 0
            self._hold(column, length, limit)
        if table.longest:
            _put(self._lengths[table.name], number, longest)
        if not (values.get("deleted_at") or values.get("retired_at")):
            self._count(table, values, longest)

    def _see_profile(self, text: str) -> None:
        try:
            self._limits = read_profile(text).limits
        except BadProfile:
            return  # the profile's errors are reported already

    def _count(self, table: Table, values: Values, length: int) -> None:
        for under, limit in table.most.items():
            parent = 0 if under == "track" else values[under]
            if parent is not None:
                key = (table.name, under, limit)
                self._hold(under, self._add(key, parent, 1), limit)
        for under, (of, limit) in table.together.items():
            key = (table.name, under, limit)
            if of:
                length = _at(self._lengths[of], values[of.rpartition(".")[2]])
            self._hold(under, self._add(key, values[under], length), limit)

    def _add(self, key: Key, parent: int, number: int) -> int:
        sums = self._sums[key]
        _put(sums, parent, _at(sums, parent) + number)
        return sums[parent]

    def _hold(self, field: str, number: int, limit: str | int) -> None:
        most = limit if isinstance(limit, int) else self._limits[limit]
        if number > most:
            named = (
                "" if isinstance(limit, int) else f" (limits.{limit} of the profile)"
            )
            raise BadRow(field, f"expected at most {most:,}{named}, found {number:,}")


def _length(column: str, value: Any, limit: str | int) -> int:  # noqa: ANN401
    """Return the length of a text, of a named limit's list, or of JSON as written."""
    if isinstance(value, str) or isinstance(limit, str):
        return len(value)
    try:
        return len(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        raise BadRow(column, "expected JSON that is nested less deeply") from None


def _at(numbers: array[int], place: int) -> int:
    """Return a number, 0 if none was written: its row is rejected already."""
    return numbers[place] if place < len(numbers) else 0


def _put(numbers: array[int], place: int, number: int) -> None:
    """Write a number at a place, which may be beyond the end."""
    missing = place + 1 - len(numbers)
    if missing > 0:
        numbers.frombytes(bytes(missing * numbers.itemsize))
    numbers[place] = number
