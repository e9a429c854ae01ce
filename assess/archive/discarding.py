"""Take back what an import that came to nothing has written."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from assess.archive.landing import ARRIVING, in_batches
from assess.archive.package import Package
from assess.archive.reading import Sheet, sheets_of
from assess.archive.tables import all_tables
from jobs.models import Job
from jobs.running import Running
from llm.models import Call
from runs.models import Track

AT_ONCE = 500  # rows in one transaction
PEOPLE, CALLS = "people_before", "calls_before"


class UnderWay(Exception):
    """Another job is bringing the same track in right now."""


def clear_the_way(package: Package, running: Running) -> None:
    """Take back what an earlier attempt left; raise UnderWay where it still runs."""
    uuid = package.manifest.track["uuid"]
    left = Track.everything.filter(uuid=uuid, arriving=True).first()
    if left is None:
        return
    job = Job.objects.filter(uuid=left.slug.removeprefix(ARRIVING)).first()
    if job and job.uuid != running.uuid and job.is_unfinished:
        raise UnderWay
    discard(left, package, running, job or running.job)


def discard(track: Track, package: Package, running: Running, job: Job) -> None:
    """Delete a track that was arriving, and the people and calls that came with it.

    Only those are deleted that were not here when `job` was asked for.
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
    _delete(Track.everything.filter(pk=track.pk), running)
    for sheet in sheets_of(package):
        if sheet.table.meet:
            _delete_new(sheet, package, running, job)


def marks() -> dict[str, int]:
    """Return how far people and calls go now: rows of theirs beyond it are new."""
    people, calls = User.objects.all(), Call.objects.all()
    ends = (rows.aggregate(last=Max("pk"))["last"] for rows in (people, calls))
    return dict(zip((PEOPLE, CALLS), (end or 0 for end in ends), strict=True))


def _delete_new(sheet: Sheet, package: Package, running: Running, job: Job) -> None:
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
