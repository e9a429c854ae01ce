"""The jobs that write and import archives."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from assess.exchange.archive.format.lines import Counted, NotArchived
from assess.exchange.archive.format.package import Damaged, Package, open_archive
from assess.exchange.archive.format.reader import BadRow, Finding, sheets_of
from assess.exchange.archive.intake.checks import check_archive
from assess.exchange.archive.intake.comparison import differences
from assess.exchange.archive.intake.insertion import UnderWay, in_batches, land_archive
from assess.exchange.archive.intake.matches import find_people
from assess.exchange.archive.intake.removal import clear_the_way, take_back
from assess.exchange.archive.jobs import BRINGING, MAKING
from assess.exchange.archive.pseudonyms import Hidden
from assess.exchange.archive.writer import write_archive
from jobs.registry import JobError, Starter, job_kind
from jobs.run import Running
from runs.kernel.checks.decompression import Watch
from runs.limits import overdue
from runs.models import Track
from runs.uploads import CHUNK, store

EVERY = 2000  # rows between two checks for cancellation
UNDER_WAY = "Another job is bringing this track in right now. Wait for its end."


@job_kind(MAKING, title="Archive")
def make_archive(running: Running) -> Mapping[str, object]:
    """Write a track's archive and store it under its hash."""
    track = Track.objects.get(uuid=running.scope)
    hidden = Hidden(**{name: bool(running.params[name]) for name in Hidden._fields})

    def progress(done: int, total: int, table: str) -> None:
        running.step(done, total, table)
        running.check()

    with tempfile.TemporaryFile(dir=settings.DATA_DIR) as target:
        try:
            made = write_archive(track, target, hidden=hidden, progress=progress)
        except NotArchived as error:
            raise JobError(f"The track cannot be archived now: {error}.") from error
        target.seek(0)
        stored = store(iter(lambda: target.read(CHUNK), b""))
    running.step(made.rows, made.rows, "")
    return {
        "rows": made.rows,
        "files": sum(name.startswith("files/") for name in made.members),
        "files_not_held": len(made.missing_files),
        "bytes": stored.size,
        "sha256": stored.sha256,
        "content": made.digest(),
        "link": reverse("assess:archives", args=(track.uuid,)),
    }


@job_kind(BRINGING, title="Imported archive", undo=take_back, starter=Starter.SUPERUSER)
def bring_in(running: Running) -> Mapping[str, object]:
    """Check a whole archive, then import its track, unless it is here already."""
    watch = _watched(running)
    with _told(running), open_archive(running.params, watch) as package:
        tracks = Track.everything.filter(arriving=False)
        track = tracks.filter(uuid=package.manifest.track["uuid"]).first()
        if track and track.deleted_at:
            raise JobError(f"{track} is here, put away. Restore it from the home page.")
        if track:
            found = _compared(track, package, running)
        else:
            found = _brought_in(package, running)
        rows = package.manifest.rows
        running.step(rows, rows, "")
        return found


def _watched(running: Running) -> Watch:
    """Return a function that stops reading after a cancellation or too long."""
    started = time.monotonic()

    def look(_taken: int) -> None:
        running.check()
        if late := overdue(started):
            raise JobError(late)

    return look


@contextmanager
def _told(running: Running) -> Iterator[None]:
    """Turn damage, and a job that was first, into the job's failure."""
    try:
        yield
    except Damaged as error:
        _refuse(running, [Finding(error.member, error.line or 0, "", str(error))])
    except BadRow as error:
        _refuse(running, [Finding("", 0, error.field, str(error))])
    except UnderWay:
        raise JobError(UNDER_WAY) from None


def _refuse(running: Running, findings: list[Finding]) -> None:
    for each in findings:
        running.failure(each.place, each.message)
    many = "1 thing is" if len(findings) == 1 else f"{len(findings)} things are"
    first = findings[0]
    said = f"{first.place}: {first.message}" if first.member else first.message
    raise JobError(f"Nothing was imported: {many} wrong. {said}")


def _compared(track: Track, package: Package, running: Running) -> Mapping[str, object]:
    tell = _teller(running, package.manifest.rows, "comparing")
    found = differences(track, package, tell)
    if not found:
        return {
            "state": "This track is here already, with the same content. "
            "Nothing changed.",
            "link": _link(track),
        }
    for each in found:
        running.failure(str(track), each)
    raise JobError(
        f"Nothing was imported: the track {track} is here already, with other "
        f"content. {found[0]}"
    )


def _brought_in(package: Package, running: Running) -> Mapping[str, object]:
    clear_the_way(package, running)
    rows = package.manifest.rows
    tell = _teller(running, 2 * rows, "rows")
    if found := check_archive(package, tell):
        clear_the_way(package, running)  # another job may have begun since
        _refuse(running, found)
    here, new = _people(package)
    track = land_archive(package, running, tell)
    return {
        "track": track.name,
        "rows": rows,
        "people_here_already": here,
        "accounts_made_that_cannot_sign_in": new,
        "link": _link(track),
    }


def _people(package: Package) -> tuple[str, str]:
    """Return the names of people with an account here, and of those who get one."""
    sheet = next(each for each in sheets_of(package) if each.table.model is User)
    found: tuple[list[str], list[str]] = ([], [])
    for rows in in_batches(sheet.rows(package), EVERY):
        people = [
            User(**sheet.values(row, sheet.columns, Counted())) for _n, row in rows
        ]
        for person, here in zip(people, find_people(people), strict=True):
            found[here is None].append(person.username)
    known, new = (", ".join(sorted(names)) or "nobody" for names in found)
    return known, new


def _teller(running: Running, total: int, what: str) -> Callable[[int, str], None]:
    """Return a function that counts rows, and checks from time to time for a stop."""
    done = 0

    def tell(rows: int, table: str) -> None:
        nonlocal done
        before, done = done, done + rows
        if rows == 0 or done // EVERY > before // EVERY:
            running.step(min(done, total), total, f"{what}: {table}")
            running.check()

    return tell


def _link(track: Track) -> str:
    return reverse("assess:track", args=(track.uuid,))
