"""Rules for every import, however it ends."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from jobs.actions import request_cancel, retry_job
from jobs.models import Job, JobState
from jobs.run import LostLease, claim, execute, run_here
from runs.imports.arrival import Incoming
from runs.imports.registry import get_import_kind
from runs.models import Import, Run, Track
from tests.make import make_run
from tests.runs.import_form import bring_in, queue_import, row_counts, sentence
from tests.runs.imports.files import RUN, TOPICS, refreshed

pytestmark = pytest.mark.both_stacks

QRELS = "".join(f"{topic} 0 d1 2\n" for topic in TOPICS)
SEGMENTS = "runs.Segment"  # named docids may stay: they are not visible


@pytest.mark.parametrize(
    ("kind", "content", "params"),
    [("run", RUN, {"task": "rag"}), ("qrels", QRELS, {"judge": "nist"})],
)
def test_an_import_cancelled_midway_leaves_nothing(
    track: Track,
    at_step: Callable[..., None],
    kind: str,
    content: str,
    params: dict[str, str],
) -> None:
    at_step(lambda self: request_cancel(self.running.uuid, now=timezone.now()))
    before = row_counts()
    row, job = queue_import(track, kind, content, **params)
    assert run_here(job).state == JobState.CANCELLED
    assert refreshed(row).verdict == "Cancelled"
    assert {**row_counts(), SEGMENTS: 0} == {**before, SEGMENTS: 0}


def test_an_import_cancelled_after_its_worker_died_leaves_nothing(
    track: Track, at_step: Callable[..., None]
) -> None:
    def die(_self: Incoming) -> None:
        raise LostLease

    at_step(die)
    before = row_counts()
    row, job = queue_import(track, "run", RUN, task="rag")
    run_here(job)
    assert Run.objects.filter(source=row).exists()
    Job.objects.filter(pk=job.pk).update(lease_until=job.created)
    request_cancel(job.uuid, now=timezone.now())
    assert run_here(job).state == JobState.CANCELLED
    assert refreshed(row).state == Import.CANCELLED
    assert {**row_counts(), SEGMENTS: 0} == {**before, SEGMENTS: 0}


@pytest.mark.parametrize(
    ("kind", "content", "params"),
    [("run", RUN, {"task": "rag"}), ("qrels", QRELS, {"judge": "nist"})],
)
def test_a_crash_of_ours_says_so_and_can_be_tried_again(
    track: Track,
    at_step: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    content: str,
    params: dict[str, str],
) -> None:
    def crash(_self: Incoming) -> None:
        raise RuntimeError("no disk")

    with monkeypatch.context():
        at_step(crash)
        before = row_counts()
        row, job = queue_import(track, kind, content, **params)
        assert run_here(job).state == JobState.FAILED
    assert refreshed(row).verdict == "Failed by an error of ours"
    assert {**row_counts(), SEGMENTS: 0} == {**before, SEGMENTS: 0}
    at_step(lambda _self: None)
    retry_job(job, by=None)
    assert run_here(job).state == JobState.DONE
    assert refreshed(row).state == Import.LANDED


def test_what_an_attempt_left_is_taken_back_by_the_next(track: Track) -> None:
    row, job = queue_import(track, "run", RUN, task="rag")
    make_run(track, "tides-a", landed=False)
    Run.objects.update(source=row)
    run_here(job)
    assert Run.objects.get().responses.count() == len(TOPICS)


def test_nothing_shows_before_it_lands(
    track: Track, at_step: Callable[..., None]
) -> None:
    seen = []
    at_step(lambda _self: seen.append(Run.objects.visible().count()))
    bring_in(track, "run", RUN, task="rag")
    assert set(seen) == {0}
    assert Run.objects.visible().count() == 1


@pytest.mark.parametrize(
    ("kind", "content", "params"),
    [
        ("run", RUN, {"task": "rag"}),
        ("qrels", QRELS, {"judge": "nist"}),
        ("topics", "new\ttext\n", {}),
        ("nuggets", '{"qid": "1", "nuggets": [{"text": "x"}]}', {"bank": "dev"}),
    ],
)
def test_of_two_imports_of_one_name_one_lands(
    track: Track,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    content: str,
    params: dict[str, str],
) -> None:
    importer = get_import_kind(kind).importer
    write = type(importer).write
    after: dict[str, int] = {}

    def overtaken(self: object, incoming: Incoming, plan: object) -> object:
        monkeypatch.setattr(type(importer), "write", write)
        assert bring_in(track, kind, content, **params).state == Import.LANDED
        after.update(row_counts())
        return write(self, incoming, plan)  # type: ignore[arg-type]

    monkeypatch.setattr(type(importer), "write", overtaken)
    row = bring_in(track, kind, content, **params)
    assert sentence(row).startswith("While this file was checked, another import")
    assert row_counts() == after


def test_a_holder_that_lost_its_job_takes_nothing_back(
    track: Track, at_step: Callable[..., None]
) -> None:
    def lose(self: Incoming) -> None:
        Job.objects.update(lease_owner="another")
        raise RuntimeError("woken late")

    at_step(lose)
    row, job = queue_import(track, "run", RUN, task="rag")
    running = claim(job.uuid)
    assert running is not None
    execute(running)
    assert refreshed(row).state == Import.WRITING
    assert Run.objects.filter(source=row).exists()


def test_a_job_cancelled_while_it_waits_ends_its_import(track: Track) -> None:
    row, job = queue_import(track, "run", RUN, task="rag")
    assert refreshed(row).is_under_way
    request_cancel(job.uuid, now=timezone.now())
    assert (refreshed(row).verdict, refreshed(row).is_under_way) == ("Cancelled", False)


def test_a_job_given_up_ends_its_import(track: Track) -> None:
    row, job = queue_import(track, "run", RUN, task="rag")
    Job.objects.filter(pk=job.pk).update(
        state=JobState.FAILED, finished=timezone.now(), error="Given up"
    )
    assert refreshed(row).verdict == "Failed by an error of ours"


def test_an_import_that_is_in_does_nothing_more(track: Track) -> None:
    row, job = queue_import(track, "run", RUN, task="rag")
    run_here(job)
    before = row_counts()
    Job.objects.update(state=JobState.QUEUED, finished=None)
    run_here(job)
    assert (row_counts(), refreshed(row).state) == (before, Import.LANDED)


def test_the_order_of_kinds_is_that_of_a_campaign() -> None:
    from runs.imports.registry import all_import_kinds

    names = [kind.name for kind in all_import_kinds()]
    assert names[0] in {"topics", "conversations"}
    assert names[2:] == [
        "subnarratives",
        "reference_list",
        "run",
        "responses",
        "qrels",
        "rj",
        "ptkb",
        "nuggets",
        "exam_bank",
        "response_nuggets",
        "gold_answers",
        "assignments",
        "exam_grades",
        "decisions",
        "support",
        "board",
        "scores",
        "segments",
    ]
