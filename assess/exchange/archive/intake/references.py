"""References of an archive to rows of other tracks, by their public ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from assess.exchange.archive.format.columns import texts_in
from assess.exchange.archive.format.reader import Finding, TableSheet
from assess.exchange.archive.format.tables import all_tables
from assess.exchange.archive.intake.matches import CallMark, is_call_here, mark_call
from llm.models import Call
from runs.kernel.hashes import is_sha256

AT_ONCE = 500  # ids in one statement
DIGITS = 32  # of an id, in any form
# A row's own id, and the id of one action of a browser, refer to no other row.
OWN = ("uuid", "key")


class ForeignPlace(NamedTuple):
    """The place of an id in an archive."""

    member: str
    line: int
    field: str
    call: CallMark | None = None  # the call whose column it is


class Foreign:
    """Searches all columns for ids of rows that exist here already.

    An archive refers only to its own rows, and none of these exists here before the
    import. So whatever its columns are used for, they lead to no other track. A call
    that exists already is shared by tracks, and is not written.
    """

    def __init__(self) -> None:
        self._models = [
            table.model
            for table in all_tables()
            if table.meet is None and "uuid" in table.columns
        ]
        self._absent: set[UUID] = set()
        self._waiting: dict[UUID, list[ForeignPlace]] = {}

    def look(
        self, sheet: TableSheet, number: int, row: Mapping[str, Any]
    ) -> Iterator[Finding]:
        """Process one row; yield its errors, and those of some rows before it."""
        call = _call_in(row) if sheet.table.model is Call else None
        for name, value in row.items():
            if name not in OWN:
                self._take_in(value, ForeignPlace(sheet.member, number, name, call))
        if len(self._waiting) >= AT_ONCE:
            yield from self.found()

    def _take_in(self, value: object, place: ForeignPlace) -> None:
        texts = (value,) if isinstance(value, str) else texts_in(value)
        for text in texts:
            named = _id_in(text)
            if named and named not in self._absent:
                places = self._waiting.setdefault(named, [])
                if place.call or not places:
                    places.append(place)

    def found(self) -> Iterator[Finding]:
        """Yield the latest ids that belong to a row here."""
        here: set[UUID] = set()
        for model in self._models:
            rows = model._base_manager.filter(uuid__in=list(self._waiting))  # noqa: SLF001
            here.update(rows.values_list("uuid", flat=True))
        for named, places in self._waiting.items():
            for place in places if named in here else ():
                if not (place.call and is_call_here(*place.call)):
                    said = f"it names {named}, a row of another track here"
                    yield Finding(place.member, place.line, place.field, said)
        self._absent |= self._waiting.keys() - here
        self._waiting = {}


def _call_in(row: Mapping[str, Any]) -> CallMark | None:
    """Return what identifies a call; None if it is none."""
    uuid, key, reply = (str(row.get(name)) for name in CallMark._fields)
    return mark_call(uuid, key, reply) if _id_in(uuid) and is_sha256(key) else None


def _id_in(text: str) -> UUID | None:
    """Return the id that a text is, in any form that a query would accept."""
    if len(text) < DIGITS:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
