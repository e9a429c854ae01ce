"""Delete what an unsuccessful import of an archive has written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from assess.exchange.archive.format.package import Damaged, Package, open_archive
from assess.exchange.archive.format.reader import TableSheet, sheets_of
from assess.exchange.archive.format.tables import all_tables
from assess.exchange.archive.intake.insertion import ARRIVING, UnderWay, in_batches
from jobs.models import Job
from jobs.run import Running
from llm.models import Call
from runs.models import Track

AT_ONCE = 500  # rows in one transaction
PEOPLE, CALLS = "people_before", "calls_before"


def take_back(running: Running) -> None:
    """Delete what the job itself, or an earlier holder that died, has written."""
    slug = f"{ARRIVING}{running.uuid.hex}"
    left = Track.everything.filter(arriving=True, slug=slug).first()
    if left:
        with _opened(running.job) as package:
            discard(left, package, running, running.job)


def clear_the_way(package: Package, running: Running) -> None:
    """Delete what is left of imports whose jobs are over and whose undo failed.

    Raise UnderWay if another job is importing the package's track.
    """
    for left in Track.everything.filter(arriving=True):
        same = str(left.uuid) == package.manifest.track["uuid"]
        job = Job.objects.filter(uuid=left.slug.removeprefix(ARRIVING)).first()
        if job is None or job.uuid == running.uuid or not job.is_unfinished:
            with nullcontext(package) if same else _opened(job) as its:
                discard(left, its, running, job or running.job)
        elif same:
            raise UnderWay


@contextmanager
def _opened(job: Job | None) -> Iterator[Package | None]:
    """Open the archive of a job; None if it can no longer be read."""
    with ExitStack() as stack:
        try:
            package = stack.enter_context(open_archive(job.params)) if job else None
        except (OSError, Damaged):
            package = None
        yield package


def discard(track: Track, package: Package | None, running: Running, job: Job) -> None:
    """Delete a partly imported track, and the people and calls that came with it.

    Of people and calls, only those that did not exist when `job` was created; none if
    there is no package that lists them.
    """
    tables = all_tables()
    for table in tables:
        if table.later:
            with transaction.atomic():
                running.fence()
                table.of(track).update(**dict.fromkeys(table.later))
    for table in reversed(tables):
        if table.model is not Track and table.meet is None:
            _delete(table.of(track), running)
    if package:
        for sheet in sheets_of(package):
            if sheet.table.meet:
                _delete_new(sheet, package, running, job)
    # Last: after a death, the next holder finds the rest by the track.
    _delete(Track.everything.filter(pk=track.pk), running)


def marks() -> dict[str, int]:
    """Return the highest row numbers of people and calls; higher ones are new."""
    people, calls = User.objects.all(), Call.objects.all()
    ends = (rows.aggregate(last=Max("pk"))["last"] for rows in (people, calls))
    return dict(zip((PEOPLE, CALLS), (end or 0 for end in ends), strict=True))


def _delete_new(
    sheet: TableSheet, package: Package, running: Running, job: Job
) -> None:
    model = sheet.table.model
    mark = job.params[PEOPLE if model is User else CALLS]
    new = model._base_manager.filter(pk__gt=mark)  # noqa: SLF001
    for rows in in_batches(sheet.rows(package), AT_ONCE):
        _delete(new.filter(uuid__in=[row["uuid"] for _n, row in rows]), running)


def _delete(rows: QuerySet[Any], running: Running) -> None:
    """Delete rows from the last to the first, a few at a time."""
    last = rows.order_by("-pk").values_list("pk", flat=True)
    while some := list(last[:AT_ONCE]):
        with transaction.atomic():
            running.fence()
            rows.model._base_manager.filter(pk__in=some).delete()  # noqa: SLF001
