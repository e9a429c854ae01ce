"""Read a judge's replies again: another judge with the same replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from assess.judging.labels.first_labels import record_first_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.machine.settings import settings_of
from assess.judging.models import Change, Judge
from exams.grading.kind import EXAM
from exams.grading.machine import MACHINE
from exams.grading.settings import RATE
from exams.kernel.replies import Reading, read_rating
from exams.models import ExamLabel
from jobs.actions import create_job
from jobs.models import Job
from llm.kernel.reply import BadReply

BATCH = 10_000


class NameTaken(ValueError):
    """The track has a judge of that name."""


class NotRated(ValueError):
    """The judge's replies are extracted answers, which hold no grade."""


def start_rereading(
    judge: Judge, name: str, *, reading: Reading, owner: User | None, now: datetime
) -> Job:
    """Queue the reading of a judge's replies into a new judge.

    Raise NameTaken or NotRated, each with a sentence.
    """
    if settings_of(judge, MACHINE)["mode"] != RATE:
        raise NotRated(f"{judge} has answers, no ratings: there is nothing to read.")
    if Judge.objects.filter(track=judge.track_id, name=name).exists():
        raise NameTaken(f"The track has a judge named {name} already.")
    return create_job(
        "exam_reread",
        scope=judge.track.uuid,
        owner=owner,
        title=f"Read the replies of {judge} anew, as {name}",
        params={"judge": str(judge.uuid), "name": name, "reading": reading},
        now=now,
    )


def replies_of(judge: Judge) -> QuerySet[Any]:
    """Return a judge's labels with a reply."""
    rows: QuerySet[Any] = ExamLabel.objects.filter(judge=judge, round=0, repeat=0)
    return rows.filter(details__has_key="reply").order_by("pk")


def make_judge(source: Judge, name: str, *, reading: Reading, mark: str) -> Judge:
    """Create the hidden judge of an attempt, after deleting an earlier one's."""
    for left in Judge.objects.filter(
        track=source.track, sha256=mark, landed_at__isnull=True
    ):
        with transaction.atomic():
            Change.objects.filter(judge=left).delete()
            ExamLabel.objects.filter(judge=left).delete()
            left.delete()
    told = source.parameters.get("exam", {"llm": source.model or source.name})
    return Judge.objects.create(
        track=source.track,
        name=name,
        kind=Judge.IMPORT,
        description=f"The replies of {source.name}, read by the rule “{reading}”",
        parameters={"exam": told, "read": reading, Judge.GIVEN_BY: "model"},
        sha256=mark,
    )


def read_labels(source: Judge, *, reading: Reading) -> Iterator[NewLabel | None]:
    """Yield the label of each reply, None for one without a grade."""
    columns = (*EXAM.columns, "details")
    for *item, details in replies_of(source).values_list(*columns).iterator(BATCH):
        try:
            found = read_rating(str(details["reply"]), reading=reading)
        except BadReply:
            yield None
        else:
            said = {"reply": details["reply"], "read": found.how}
            yield NewLabel(tuple(item), str(found.grade), said)


def batches(rows: Iterator[NewLabel | None]) -> Iterator[Sequence[NewLabel | None]]:
    """Yield rows in batches."""
    while batch := list(islice(rows, BATCH)):
        yield batch


def write_labels(
    judge: Judge, batch: Sequence[NewLabel | None], *, now: datetime
) -> int:
    """Write the labels of a batch; return how many replies gave none."""
    rows = [row for row in batch if row is not None]
    record_first_labels(EXAM, judge, rows, now=now)
    return len(batch) - len(rows)
