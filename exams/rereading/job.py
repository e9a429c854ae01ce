"""The job of reading replies again."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from assess.judging.models import Judge
from exams.kernel.replies import READINGS
from exams.rereading.actions import (
    batches,
    make_judge,
    read_labels,
    replies_of,
    write_labels,
)
from jobs.registry import JobError, job_kind
from jobs.run import Running


@job_kind("exam_reread", title="Reading replies anew")
def reread(running: Running) -> dict[str, object]:
    """Make a judge of another's replies; a second run of the job starts again."""
    params = running.params
    source = (
        Judge.objects.visible()
        .filter(track__uuid=running.scope, uuid=str(params["judge"]))
        .select_related("track")
        .first()
    )
    if source is None:
        raise JobError("The judge no longer exists.")
    reading = next(each for each in READINGS if each == params["reading"])
    mark = f"reread {running.job.uuid}"
    judge = make_judge(source, str(params["name"]), reading=reading, mark=mark)
    total, done, unread = replies_of(source).count(), 0, 0
    for batch in batches(read_labels(source, reading=reading)):
        running.check()
        unread += write_labels(judge, batch, now=timezone.now())
        done += len(batch)
        running.step(done, total, "reading replies")
    running.fence()
    Judge.objects.filter(pk=judge.pk).update(landed_at=timezone.now(), sha256="")
    return {
        "grades": done - unread,
        "replies without a grade": unread,
        "link": reverse("assess:judge", args=[source.track.uuid, judge.uuid]),
    }
