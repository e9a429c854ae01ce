"""Rules for every import, however it ends."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from jobs.actions import request_cancel, retry_job
from jobs.models import Job, JobState
from jobs.run import LostLease, claim, execute, run_here
from runs.imports.arrival import Incoming
from runs.imports.registry import get_import_kind
from runs.models import Import, Run, Segment, Track
from tests.make import make_run, make_topic, make_track
from tests.runs.bringing import (
    answer,
    bring_in,
    found,
    queue_import,
    row_counts,
    sentence,
)

pytestmark = pytest.mark.both_stacks

TOPICS = [str(number) for number in range(50)]
RUN = "\n".join(answer(topic, "It is so.") for topic in TOPICS)
QRELS = "".join(f"{topic} 0 d1 2\n" for topic in TOPICS)
SEGMENTS = "runs.Segment"  # named docids may stay: they are not visible


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    for topic in TOPICS:
        make_topic(track, topic)
    return track


def refreshed(row: Import) -> Import:
    return Import.objects.with_job_end().get(pk=row.pk)


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


def test_a_file_larger_than_the_limit_once_unpacked_is_refused(
    track: Track, settings: Settings
) -> None:
    settings.UNPACKED_LIMIT = 1_000_000
    bomb = gzip.compress(b"x\ty\n" * 500_000)
    assert len(bomb) < 10_000
    for kind, params in (("topics", {}), ("segments", {"all": True})):
        row = bring_in(track, kind, bomb, **params)
        assert "too_large" in {finding["kind"] for finding in row.findings}


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("run", {"task": "rag"}),
        ("run", {"task": "r"}),
        ("qrels", {"judge": "nist"}),
        ("rj", {"judge": "nist"}),
        ("ptkb", {"judge": "nist"}),
        ("topics", {}),
        ("conversations", {}),
        ("responses", {}),
        ("nuggets", {"bank": "dev"}),
        ("segments", {"all": True}),
    ],
)
def test_a_cancel_is_heard_while_blank_lines_are_unpacked(
    track: Track, at_step: Callable[..., None], kind: str, params: dict[str, object]
) -> None:
    steps: list[bool] = []

    def cancel(self: Incoming) -> None:
        steps.append(True)
        request_cancel(self.running.uuid, now=timezone.now())

    at_step(cancel)
    row, job = queue_import(track, kind, gzip.compress(b"\n" * 900_000), **params)
    assert run_here(job).state == JobState.CANCELLED
    assert refreshed(row).verdict == "Cancelled"
    assert len(steps) == 1  # one per 10,000 lines


def test_a_reading_that_takes_too_long_is_refused(
    track: Track, settings: Settings
) -> None:
    settings.READING_LIMIT = -1
    row = bring_in(track, "topics", "\n" * 20_000)
    assert "READING_LIMIT_MINUTES" in sentence(row)


def test_a_bomb_of_newlines_is_refused_with_its_line(
    track: Track, settings: Settings
) -> None:
    settings.LINES_LIMIT = 20_000
    row = bring_in(track, "qrels", gzip.compress(b"\n" * 900_000), judge="nist")
    assert found(row)["too_many_lines"] == [20_001]
    settings.LINES_LIMIT, settings.UNPACKED_RATIO = 10**9, 2
    row = bring_in(track, "qrels", gzip.compress(b"\n" * 3_000_000), judge="nist")
    assert "too_packed" in found(row)


def test_a_vanished_file_is_named_without_its_path(
    track: Track, tmp_path: Path
) -> None:
    gone = tmp_path / "secret" / "run.jsonl"
    said = sentence(bring_in(track, "run", RUN, task="rag", path=str(gone)))
    assert said.startswith("run.txt is no longer where it lay")
    assert "secret" not in said


def test_a_file_that_changed_meanwhile_is_refused(track: Track, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(RUN + "\n more")
    row = bring_in(track, "run", RUN, task="rag", path=str(file))
    assert "has changed since" in sentence(row)


def test_a_long_file_tells_how_far_it_is_read(
    track: Track, at_step: Callable[..., None]
) -> None:
    told: list[bool] = []
    at_step(lambda _self: told.append(True))
    Segment.objects.create(track=track, docid="d1")
    line = '{"docid": "other", "segment": "' + "x" * 1_000_000 + '"}\n'
    bring_in(track, "segments", line * 20)
    assert len(told) >= 2


def test_the_order_of_kinds_is_that_of_a_campaign() -> None:
    from runs.imports.registry import all_import_kinds

    names = [kind.name for kind in all_import_kinds()]
    assert names[0] in {"topics", "conversations"}
    assert names[2:] == [
        "run",
        "responses",
        "qrels",
        "rj",
        "ptkb",
        "nuggets",
        "assignments",
        "segments",
    ]
