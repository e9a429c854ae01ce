import gzip
import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.actions import request_cancel
from jobs.models import Job, JobState
from jobs.run import LostLease, run_here
from runs.imports.arrival import Incoming
from runs.models import ArrivingSegment, Import, Segment, Track
from tests.make import make_track
from tests.runs.import_form import bring_in, found, queue_import, row_counts, sentence

pytestmark = pytest.mark.both_stacks


def lines(*docids: str, text: str = "Tides turn.") -> str:
    rows = (
        {"docid": docid, "title": "T", "url": "u", "headings": "h", "segment": text}
        for docid in docids
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    for docid in ("d1", "d2"):
        Segment.objects.create(track=track, docid=docid)
    return track


def test_it_keeps_only_what_the_track_names(track: Track) -> None:
    row = bring_in(track, "segments", lines("d1", "d2", "d3"))
    assert row.counts == {"segments": 2}
    assert set(track.segments.with_text().values_list("docid", flat=True)) == {
        "d1",
        "d2",
    }


def test_it_stops_where_none_is_named(db: None) -> None:
    track = make_track()
    row = bring_in(track, "segments", lines("d1"))
    assert "names a segment yet" in sentence(row)
    assert row_counts()["runs.Segment"] == 0


def test_all_keeps_every_segment(db: None) -> None:
    track = make_track()
    bring_in(track, "segments", lines("d1", "d2"), all=True)
    assert track.segments.with_text().count() == 2


def test_it_reads_gzip(track: Track) -> None:
    row = bring_in(track, "segments", gzip.compress(lines("d1").encode()))
    assert row.counts == {"segments": 1}


def test_the_same_texts_again_change_nothing(track: Track) -> None:
    bring_in(track, "segments", lines("d1"))
    assert bring_in(track, "segments", lines("d1")).state == Import.UNCHANGED


def test_texts_change_only_when_asked(track: Track) -> None:
    bring_in(track, "segments", lines("d1"))
    row = bring_in(track, "segments", lines("d1", "d2", text="Other."))
    assert sentence(row).startswith("1 segments are in already with other texts")
    assert track.segments.with_text().count() == 1
    uuid = track.segments.get(docid="d1").uuid
    row = bring_in(track, "segments", lines("d1", "d2", text="Other."), replace=True)
    assert row.counts == {"segments": 2}
    assert track.segments.get(docid="d1").text == "Other."
    assert track.segments.get(docid="d1").uuid == uuid


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        (lines("d1", "d2") + '{"docid": "d1"', "bad_json", 3),
        (lines("d1", text=""), "empty_text", 1),
        (lines("d1") + lines("d2").replace("Tides", "\\u0000"), "nul_character", 2),
    ],
)
def test_it_refuses_bad_lines(track: Track, content: str, kind: str, line: int) -> None:
    row = bring_in(track, "segments", content)
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [line]
    assert not track.segments.with_text().exists()


def test_a_long_docid_is_named_by_its_line(track: Track) -> None:
    row = bring_in(track, "segments", lines("d1", "d" * 256), all=True)
    assert found(row)["long_name"] == [2]


def test_statements_grow_by_the_batch_not_by_the_segment(db: None) -> None:
    track = make_track()
    content = lines(*(f"d{number}" for number in range(3_000)))
    with CaptureQueriesContext(connection) as queries:
        row = bring_in(track, "segments", content, all=True)
    assert row.counts == {"segments": 3_000}
    assert len(queries) < 60


MANY = [f"d{number}" for number in range(5_000)]  # three batches


def texts(track: Track) -> int:
    return track.segments.with_text().count()


def test_no_text_shows_before_the_import_lands(
    track: Track, at_step: Callable[..., None]
) -> None:
    seen: list[tuple[int, int]] = []
    at_step(lambda _self: seen.append((texts(track), track.segments.count())))
    row = bring_in(track, "segments", lines(*MANY), all=True)
    assert set(seen) == {(0, 2)}
    assert (texts(track), row.counts) == (5_000, {"segments": 5_000})
    assert not ArrivingSegment.objects.exists()


def test_an_import_that_is_taken_over_counts_all_of_its_segments(
    track: Track, at_step: Callable[..., None]
) -> None:
    steps: list[int] = []

    def die(_self: Incoming) -> None:
        steps.append(ArrivingSegment.objects.count())
        if len(steps) == 2:
            raise LostLease

    at_step(die)
    row, job = queue_import(track, "segments", lines(*MANY), all=True)
    run_here(job)
    assert (steps, texts(track)) == ([2_000, 4_000], 0)
    Job.objects.filter(pk=job.pk).update(lease_until=job.created)
    assert run_here(job).state == JobState.DONE
    row.refresh_from_db()
    assert (row.counts, texts(track)) == ({"segments": 5_000}, 5_000)
    assert not ArrivingSegment.objects.exists()


def test_a_cancelled_import_leaves_no_text(
    track: Track, at_step: Callable[..., None]
) -> None:
    at_step(lambda self: request_cancel(self.running.uuid, now=timezone.now()))
    before = row_counts()
    _row, job = queue_import(track, "segments", lines(*MANY), all=True)
    assert run_here(job).state == JobState.CANCELLED
    assert (row_counts(), texts(track)) == (before, 0)


def test_it_does_not_replace_what_came_in_meanwhile(
    track: Track, at_step: Callable[..., None]
) -> None:
    def overtake(_self: Incoming) -> None:
        track.segments.filter(docid="d2").update(text="Another's.")

    at_step(overtake)
    row = bring_in(track, "segments", lines("d1", "d2"))
    assert sentence(row).startswith("While this file was checked, another import")
    assert dict(track.segments.values_list("docid", "text")) == {
        "d1": "",
        "d2": "Another's.",
    }
