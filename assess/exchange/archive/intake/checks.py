"""Check a whole archive before any of it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import User
from assess.exchange.archive.format.lines import Counted
from assess.exchange.archive.format.package import CHUNK, Damaged, Package
from assess.exchange.archive.format.reader import BadRow, Finding, TableSheet, sheets_of
from assess.exchange.archive.intake.bounds import Bounds
from assess.exchange.archive.intake.prompts import Used, check_prompt, prompt_member
from assess.exchange.archive.intake.references import Foreign
from assess.exchange.archive.intake.rules import Meaning
from runs.kernel.profile import BadProfile, read_profile
from runs.models import Track

MOST = 20  # findings, after which the check stops
AT_ONCE = 500  # uuids in one statement
LARGEST_PROMPT = CHUNK  # bytes

# Called with the number of rows read, and their table.
Tell = Callable[[int, str], None]


def check_archive(package: Package, tell: Tell) -> list[Finding]:
    """Return the errors of an archive, at most `MOST`; empty if there are none.

    Every row is read, every file's hash computed, and every reference resolved.
    """
    try:
        sheets = sheets_of(package)
        return list(islice(_all_findings(package, sheets, tell), MOST))
    except Damaged as error:
        return [Finding(error.member, error.line or 0, "", str(error))]


def _all_findings(
    package: Package, sheets: list[TableSheet], tell: Tell
) -> Iterator[Finding]:
    places, looks = Counted(), _Looks(Meaning(), Foreign(), Bounds())
    for sheet in sheets:
        yield from _in_table(package, sheet, places, looks, tell)
    yield from looks.foreign.found()
    for sheet in sheets:
        yield from _in_later(package, sheet, places)
    yield from _in_prompts(package)
    for name in package.manifest.members:
        if name.startswith("files/"):
            for _chunk in package.chunks(name):
                tell(0, "files")


class _Looks(NamedTuple):
    """The checks of the rows of every table."""

    meaning: Meaning
    foreign: Foreign
    bounds: Bounds


def _in_table(
    package: Package, sheet: TableSheet, places: Counted, looks: _Looks, tell: Tell
) -> Iterator[Finding]:
    """Yield the errors in one table, and count its rows into `places`."""
    seen = _SeenRows(package, sheet)
    for number, row in sheet.rows(package):
        yield from looks.foreign.look(sheet, number, row)
        try:
            values = sheet.values(row, sheet.at_once, places)
            yield from seen.look(number, values)
            looks.meaning.look(sheet.table.model, number, values)
            looks.bounds.look(sheet.table, number, values)
        except BadRow as error:
            yield Finding(sheet.member, number, error.field, str(error))
        places.rows[sheet.table.name] = number
        tell(1, sheet.table.title)
    yield from seen.taken()
    if places.rows.get(sheet.table.name, 0) != sheet.facts.rows:
        said = f"the manifest says {sheet.facts.rows} rows"
        yield Finding(sheet.member, 0, "", said)


def _in_later(
    package: Package, sheet: TableSheet, places: Counted
) -> Iterator[Finding]:
    columns = {name: sheet.columns[name] for name in sheet.table.later}
    for number, row in sheet.rows(package) if columns else ():
        try:
            sheet.values(row, columns, places)
        except BadRow as error:
            yield Finding(sheet.member, number, error.field, str(error))


class _SeenRows:
    """Checks what must be unique in a table: people, ids, the track."""

    def __init__(self, package: Package, sheet: TableSheet) -> None:
        self._sheet, self._track = sheet, package.manifest.track
        self._people: dict[str, int] = {}
        self._ids: dict[UUID, int] = {}
        self._has_ids = "uuid" in sheet.columns and sheet.table.meet is None

    def look(self, number: int, values: dict[str, Any]) -> Iterator[Finding]:
        """Process one row; yield its errors, and those of some rows before it."""
        if self._sheet.table.model is User:
            self._look_at_person(number, values["username"])
        if self._sheet.table.model is Track:
            self._look_at_track(number, values)
        if self._has_ids:
            self._ids[values["uuid"]] = number
            if len(self._ids) == AT_ONCE:
                yield from self.taken()

    def _look_at_person(self, number: int, name: str) -> None:
        first = self._people.setdefault(name, number)
        if first != number:
            raise BadRow("username", f"line {first} has the same, {name!r}")

    def _look_at_track(self, number: int, values: dict[str, Any]) -> None:
        if number > 1 or str(values["uuid"]) != self._track["uuid"]:
            raise BadRow("uuid", "an archive holds the one track of its manifest")
        slug = values["slug"]
        if slug != self._track["slug"]:
            raise BadRow("slug", "the manifest has another")
        if Track.everything.filter(slug=slug).exists():
            raise BadRow("slug", f"there is another track {slug!r} here already")
        try:
            read_profile(values["profile_text"])
        except BadProfile as error:
            raise BadRow("profile_text", str(error)) from error

    def taken(self) -> Iterator[Finding]:
        """Yield the latest rows whose public id belongs to another row here."""
        if not self._ids:
            return
        rows = self._sheet.table.model._base_manager.all()  # noqa: SLF001
        found = rows.filter(uuid__in=list(self._ids))
        for uuid in found.values_list("uuid", flat=True):
            said = f"another track here has a row {uuid}"
            yield Finding(self._sheet.member, self._ids[uuid], "uuid", said)
        self._ids = {}


def _in_prompts(package: Package) -> Iterator[Finding]:
    for each in package.manifest.prompts:
        if each.member is None:
            continue
        if package.manifest.members[each.member].bytes > LARGEST_PROMPT:
            yield Finding(each.member, 0, "", "it is too long for a prompt")
            continue
        text = b"".join(package.chunks(each.member))
        used = Used(each.name, each.version)
        wrong = check_prompt(used, text)
        if prompt_member(used, text) != each.member:
            wrong = wrong or "its name is not that of its content"
        if wrong:
            yield Finding(each.member, 0, "", wrong)
