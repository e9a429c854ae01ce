"""A real worker, killed in the middle of an import and started again."""

import json
from collections.abc import Callable

from assess.judging.models import Change, Judge
from assess.kinds.relevance.models import RelevanceLabel
from jobs.bell import ring
from jobs.models import Job, JobState
from runs.models import ArrivingSegment, Import, Segment
from tests.make import make_topic, make_track
from tests.runs.import_form import queue_import
from tests.stacks.process import wait_until
from tests.stacks.worker import Worker

LABELS = 10_000
TOPICS = ("14", "15")  # a single topic cannot have so many


def test_a_killed_import_is_finished_and_nothing_is_there_twice(worker: Worker) -> None:
    track = make_track()
    for topic in TOPICS:
        make_topic(track, topic)
    content = "".join(
        f"{TOPICS[number % 2]} 0 d{number} {number % 5}\n" for number in range(LABELS)
    )
    row, job = queue_import(track, "qrels", content, judge="nist")
    worker.start(JOB_LEASE="15")
    ring(job)
    wait(lambda: RelevanceLabel.objects.count() >= 2_000, worker)
    worker.kill()
    row.refresh_from_db()
    assert row.state == Import.WRITING
    assert not Judge.objects.visible().exists()
    assert 0 < RelevanceLabel.objects.count() < LABELS
    worker.start(JOB_LEASE="15")
    wait(lambda: not Job.objects.get(pk=job.pk).is_unfinished, worker)
    row.refresh_from_db()
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.DONE, "")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": LABELS})
    assert Judge.objects.visible().count() == Judge.objects.count() == 1
    assert RelevanceLabel.objects.count() == Change.objects.count() == LABELS
    assert Segment.objects.count() == LABELS


def test_killed_segments_show_all_at_once_and_are_counted_right(
    worker: Worker,
) -> None:
    track = make_track()
    content = "".join(
        json.dumps({"docid": f"d{number}", "segment": "Tides turn. " * 20}) + "\n"
        for number in range(LABELS)
    )
    row, job = queue_import(track, "segments", content, all=True)
    worker.start(JOB_LEASE="15")
    ring(job)
    wait(lambda: ArrivingSegment.objects.count() >= 2_000, worker)
    worker.kill()
    assert ArrivingSegment.objects.count() < LABELS
    assert not Segment.objects.exists()
    worker.start(JOB_LEASE="15")
    wait(lambda: not Job.objects.get(pk=job.pk).is_unfinished, worker)
    row.refresh_from_db()
    assert (row.state, row.counts) == (Import.LANDED, {"segments": LABELS})
    assert Segment.objects.with_text().count() == LABELS
    assert not ArrivingSegment.objects.exists()


def wait(until: Callable[[], bool], worker: Worker) -> None:
    assert worker.child is not None
    wait_until(until, child=worker.child, log=worker.log, seconds=120)
