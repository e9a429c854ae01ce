"""Rows of other tracks that an archive names by their public ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from assess.archive.columns import texts_in
from assess.archive.reading import Finding, Sheet
from assess.archive.tables import all_tables

AT_ONCE = 500  # ids asked for in one statement
DIGITS = 32  # of an id, in whatever form
# A row's own id, and the id of one act of a browser: neither names another row.
OWN = ("uuid", "key")


class Place(NamedTuple):
    """Where an id stands in an archive."""

    member: str
    line: int
    field: str


class Foreign:
    """Looks for ids of rows that are here already, in whatever column they stand.

    An archive names rows of its own alone, and none of these is here before it is. So
    whatever its columns are used for, they lead to no other track. The tables whose
    rows may be here already (people, calls) are not looked at.
    """

    def __init__(self) -> None:
        self._models = [
            table.model
            for table in all_tables()
            if table.meet is None and "uuid" in table.columns
        ]
        self._seen: set[UUID] = set()
        self._waiting: dict[UUID, Place] = {}

    def look(
        self, sheet: Sheet, number: int, row: Mapping[str, Any]
    ) -> Iterator[Finding]:
        """Take in one row; yield what is wrong with it and with some before it."""
        if sheet.table.meet is not None:
            return
        for name, value in row.items():
            if name not in OWN:
                self._take_in(value, Place(sheet.member, number, name))
        if len(self._waiting) >= AT_ONCE:
            yield from self.found()

    def _take_in(self, value: object, place: Place) -> None:
        texts = (value,) if isinstance(value, str) else texts_in(value)
        for text in texts:
            named = _id_in(text)
            if named and named not in self._seen:
                self._seen.add(named)
                self._waiting[named] = place

    def found(self) -> Iterator[Finding]:
        """Yield the ids looked at of late that name a row here."""
        here: set[UUID] = set()
        for model in self._models:
            rows = model._base_manager.filter(uuid__in=list(self._waiting))  # noqa: SLF001
            here.update(rows.values_list("uuid", flat=True))
        for named, place in self._waiting.items():
            if named in here:
                yield Finding(*place, f"it names {named}, a row of another track here")
        self._waiting = {}


def _id_in(text: str) -> UUID | None:
    """Return the id that a text is, in any form that a look-up would take."""
    if len(text) < DIGITS:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
