"""Write a checked archive batch by batch, hidden until one final update."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from types import SimpleNamespace
from typing import Any, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from assess.exchange.archive.format.lines import LineRows
from assess.exchange.archive.format.package import Damaged, Package
from assess.exchange.archive.format.reader import TableSheet, sheets_of
from assess.exchange.archive.format.tables import Table, is_track
from assess.exchange.archive.intake.prompts import Used, keep_prompts
from jobs.run import Running
from runs.models import Track
from runs.uploads import is_stored, store

AT_ONCE = 2000  # rows in one transaction
ARRIVING = "arriving-"

# Called with the number of rows written, and their table.
Tell = Callable[[int, str], None]
Row = TypeVar("Row")
Rows = Sequence[tuple[int, dict[str, Any]]]


class UnderWay(Exception):
    """Another job is importing the same track now."""


def land_archive(package: Package, running: Running, tell: Tell) -> Track:
    """Write a checked archive, and make its track visible once it is complete.

    Raise Damaged if the file is no longer the one that was checked or if two rows
    conflict, UnderWay if another job was first, and whatever `tell` raises; `discard`
    then deletes what was written.
    """
    return _Landing(package, running, tell).land()


class _Landing:
    """The import of one archive into the database."""

    def __init__(self, package: Package, running: Running, tell: Tell) -> None:
        self.package, self.running, self.tell = package, running, tell
        self.sheets = sheets_of(package)
        self.places = LineRows()
        self.track: Track | None = None

    def land(self) -> Track:
        """Write the files, the tables and the prompts, then make the track visible."""
        self._keep_files()
        for sheet in self.sheets:
            if not sheet.table.last:
                self._write(sheet)
        for sheet in self.sheets:
            if sheet.table.later:
                self._write_later(sheet)
        return self._show()

    def _write(self, sheet: TableSheet) -> None:
        pks = self.places.begin(sheet.table.name)
        for rows in in_batches(sheet.rows(self.package), AT_ONCE):
            with self._together(sheet, rows):
                pks.extend(self._insert(sheet, [row for _number, row in rows]))
            self.tell(len(rows), sheet.table.title)

    @contextmanager
    def _together(self, sheet: TableSheet, rows: Rows) -> Iterator[None]:
        """Write rows in one transaction in which this holder keeps the job."""
        try:
            with transaction.atomic():
                self.running.fence()
                yield
        except IntegrityError as error:
            if self._is_rivalled():
                raise UnderWay from error
            lines = f"{rows[0][0]} to {rows[-1][0]}" if rows else "0"
            why = str(error).splitlines()[0]
            said = f"Among lines {lines}, two rows cannot be together ({why})."
            raise Damaged(said, sheet.member) from error

    def _is_rivalled(self) -> bool:
        """Return whether another job has written the same track since ours began."""
        same = Track.everything.filter(uuid=self.package.manifest.track["uuid"])
        return same.exclude(slug=_arriving_slug(self.running)).exists()

    def _insert(self, sheet: TableSheet, rows: Sequence[dict[str, Any]]) -> list[int]:
        known, table = self._known(sheet.table), sheet.table
        # As model instances, half a million labels would take a quarter longer.
        is_looked_at = table.meet or table.model is Track
        make: Any = table.model if is_looked_at else SimpleNamespace
        made = [make(**self._given(sheet, row, known)) for row in rows]
        if table.meet:
            return _met(table.meet, made)
        if table.model is Track:
            self.track = _unseen(made[0], self.running)
        insert(table.model, made)
        return [row.pk for row in made]

    def _known(self, table: Table) -> dict[str, Any]:
        """Return the columns that are equal in all of a table's rows."""
        if self.track is None:
            return {}
        columns = table.model._meta.concrete_fields  # noqa: SLF001
        keys = {column.name: self.track.pk for column in columns if is_track(column)}
        return keys | {
            name: getattr(self.track, at) for name, at in table.fixed.items()
        }

    def _given(
        self, sheet: TableSheet, row: Mapping[str, Any], known: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return a new row's columns, with defaults for those not archived."""
        values = {**sheet.values(row, sheet.at_once, self.places), **known}
        return {
            column.attname: values[name] if name in values else column.get_default()
            for name, column in sheet.table.every_column
        }

    def _write_later(self, sheet: TableSheet) -> None:
        """Fill in the foreign keys to rows that themselves refer to this table."""
        columns = {name: sheet.columns[name] for name in sheet.table.later}
        names = [f"{name}_id" for name in columns]
        pks = self.places.begin(sheet.table.name)
        for rows in in_batches(sheet.rows(self.package), AT_ONCE):
            found = []
            for number, row in rows:
                values = sheet.values(row, columns, self.places)
                given = {f"{name}_id": value for name, value in values.items()}
                found.append(sheet.table.model(pk=pks[number - 1], **given))
            with self._together(sheet, rows):
                manager = sheet.table.model._base_manager  # noqa: SLF001
                manager.bulk_update(found, names, batch_size=500)

    def _keep_files(self) -> None:
        """Store the files in this installation's storage."""
        for name, member in self.package.manifest.members.items():
            if name.startswith("files/") and not is_stored(member.sha256):
                store(self.package.chunks(name))
                self.tell(0, "files")

    def _prompts(self) -> dict[Used, bytes]:
        return {
            Used(each.name, each.version): b"".join(self.package.chunks(each.member))
            for each in self.package.manifest.prompts
            if each.member
        }

    def _show(self) -> Track:
        """Write the memberships and the track's name, which makes it visible."""
        if self.track is None:
            raise Damaged("It contains no track.")
        slug = self.package.manifest.track["slug"]
        (last,) = [sheet for sheet in self.sheets if sheet.table.last]
        rows = list(last.rows(self.package))
        prompts = self._prompts()
        with self._together(last, rows):
            self._insert(last, [row for _number, row in rows])
            keep_prompts(self.track, prompts)
            arriving = Track.everything.filter(pk=self.track.pk)
            arriving.update(slug=slug, arriving=False, revision=1)
        return Track.objects.get(pk=self.track.pk)


def insert(model: type[Model], rows: Sequence[Any]) -> None:
    """Insert rows unchanged; bulk_create would set their times of creation to now.

    rows: instances of the model, or anything with its columns; each gets its `pk`.
    """
    columns = [each for each in model._meta.concrete_fields if not each.primary_key]  # noqa: SLF001
    manager: Any = model._base_manager  # noqa: SLF001
    for some in in_batches(rows, connection.ops.bulk_batch_size(columns, rows)):
        made = manager._insert(some, columns, [model._meta.pk], raw=True)  # noqa: SLF001
        for row, (pk,) in zip(some, made, strict=True):
            row.pk = pk


def in_batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Yield rows in lists of at most some size."""
    waiting = iter(rows)
    while batch := list(islice(waiting, size)):
        yield batch


def _unseen(track: Track, running: Running) -> Track:
    """Return a track as it is during the import: under the name of its job."""
    track.slug, track.arriving = _arriving_slug(running), True
    return track


def _arriving_slug(running: Running) -> str:
    return f"{ARRIVING}{running.uuid.hex}"


def _met(meet: Callable[[Sequence[Any]], list[int]], rows: Sequence[Any]) -> list[int]:
    """Identify existing rows; try again if somebody has just imported the same."""
    try:
        with transaction.atomic():
            return meet(rows)
    except IntegrityError:
        return meet(rows)
