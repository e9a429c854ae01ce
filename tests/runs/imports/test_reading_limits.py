"""Bounds of every import: size, time, memory, and files that change."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from jobs.actions import request_cancel
from jobs.models import JobState
from jobs.run import run_here
from runs.imports.arrival import Incoming
from runs.models import Segment, Track
from tests.runs.import_form import bring_in, found, queue_import, sentence
from tests.runs.imports.files import RUN, refreshed

pytestmark = pytest.mark.both_stacks


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
    assert said.startswith("run.txt is no longer in its place")
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
