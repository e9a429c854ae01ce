"""A failed import deletes everything it wrote; one that died starts again."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from assess.exchange.archive.actions import create_arrival
from assess.exchange.archive.intake import insertion
from assess.exchange.archive.writer import write_archive
from jobs.actions import request_cancel
from jobs.models import Job, JobState
from jobs.run import Cancelled, LostLease, run_here
from runs.models import Topic, Track
from runs.uploads import Stored, measure
from tests.assess.exchange.archive.transfer import archive_of, forget, track_rows
from tests.make import NOW, make_topic, make_track

pytestmark = pytest.mark.stack("production")


@pytest.fixture
def file(data: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "archive.zip"
    path.write_bytes(data)
    return path


def job_for(path: Path) -> Job:
    with path.open("rb") as source:
        stored: Stored = measure(source)
    return create_arrival(stored, filename=path.name, by=None, now=NOW, path=str(path))


def stop_at(table: str, error: BaseException) -> Callable[..., None]:
    """Return an insert that raises an error when a table's turn comes."""
    insert = insertion.insert

    def until(model: type, rows: list[object]) -> None:
        insert(model, rows)
        if model._meta.label_lower == table:  # type: ignore[attr-defined]
            raise error

    return until


def left_in_the_middle(path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    """Return an import whose worker died while it wrote the judges."""
    job = job_for(path)
    with monkeypatch.context() as patched:
        patched.setattr(insertion, "insert", stop_at("assess.judge", LostLease()))
        run_here(job)
    return job


@pytest.mark.parametrize(
    ("table", "error", "state"),
    [
        ("runs.track", Cancelled(), JobState.CANCELLED),
        ("assess.change", Cancelled(), JobState.CANCELLED),
        ("assess.change", RuntimeError("disk full"), JobState.FAILED),
        ("runs.membership", RuntimeError("disk full"), JobState.FAILED),
    ],
    ids=repr,
)
def test_what_was_written_is_taken_back(
    installation: None,
    file: Path,
    table: str,
    error: Exception,
    state: JobState,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = track_rows()
    monkeypatch.setattr(insertion, "insert", stop_at(table, error))
    monkeypatch.setattr(insertion, "AT_ONCE", 200)
    assert run_here(job_for(file)).state == state
    assert track_rows() == before
    assert not Track.everything.filter(arriving=True).exists()


def test_a_job_taken_over_starts_afresh(
    installation: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = left_in_the_middle(file, monkeypatch)
    assert Track.everything.filter(arriving=True).exists()
    assert Track.objects.count() == 1
    put_back(job)
    assert run_here(job).error == ""
    assert Track.objects.count() == 2
    assert not Track.everything.filter(arriving=True).exists()


def test_a_cancelled_job_takes_back_what_its_dead_worker_left(
    installation: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = track_rows()
    job = left_in_the_middle(file, monkeypatch)
    let_lease_run_out(job)
    request_cancel(job.uuid, now=timezone.now())
    assert run_here(job).state == JobState.CANCELLED
    assert not Track.everything.filter(arriving=True).exists()
    assert track_rows() == before


def test_the_next_import_of_any_track_takes_back_what_a_lost_job_left(
    installation: None,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = track_rows()
    job = left_in_the_middle(file, monkeypatch)
    end(job)
    other = tmp_path / "other.zip"
    other.write_bytes(of_another_track())
    assert run_here(job_for(other)).error == ""
    assert not Track.everything.filter(arriving=True).exists()
    forget(Track.objects.get(name="other"))
    assert track_rows() == before


def of_another_track() -> bytes:
    """Return the archive of a track that is deleted again."""
    track = make_track(name="other")
    data = archive_of(track)
    track.delete()
    return data


def let_lease_run_out(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=NOW)


def put_back(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(
        state=JobState.QUEUED, lease_owner="", lease_until=None
    )


def end(job: Job) -> None:
    """End a job whose rows stayed, as after a failed undo."""
    Job.objects.filter(pk=job.pk).update(
        state=JobState.CANCELLED,
        finished=timezone.now(),
        lease_owner="",
        lease_until=None,
    )


def test_another_job_waits_while_one_brings_the_track_in(
    installation: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = job_for(file)
    monkeypatch.setattr(insertion, "insert", stop_at("assess.judge", LostLease()))
    run_here(first)
    monkeypatch.undo()
    assert "Another job is bringing this track in" in run_here(job_for(file)).error
    end(first)
    assert run_here(job_for(file)).error == ""
    assert Track.objects.filter(slug="sample").count() == 1


def test_the_second_of_two_imports_at_once_is_told_of_the_first(
    installation: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = job_for(file)
    monkeypatch.setattr(insertion, "insert", stop_at("assess.judge", LostLease()))
    run_here(first)
    monkeypatch.undo()
    # It checked before the first had begun to write.
    monkeypatch.setattr(
        "assess.exchange.archive.job.clear_the_way", lambda *_given: None
    )
    monkeypatch.setattr("assess.exchange.archive.job.check_archive", lambda *_given: [])
    second = run_here(job_for(file))
    assert "Another job is bringing this track in" in second.error
    assert not second.failures.exists()


def test_an_archive_is_of_one_moment(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    track = make_track()
    make_topic(track, "before")
    monkeypatch.setattr("assess.exchange.archive.writer.EVERY", 1)

    def meanwhile(done: int, total: int, table: str) -> None:
        make_topic(track, f"since {done}")

    with (tmp_path / "a.zip").open("xb") as target:
        made = write_archive(track, target, progress=meanwhile)
    (topics,) = [table for table in made.tables if table.name == "runs.topic"]
    assert topics.rows == 1
    assert Topic.objects.count() > 1
