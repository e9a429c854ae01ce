"""The cluster's bench finds rows that differ from the confirmed ones."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.labels.writer import Act, give_label
from assess.judging.models import Change
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from bench.cluster.outbox import Kept
from bench.cluster.outcome import reckon_jobs, reckon_labels
from jobs.models import Job, JobState
from tests.jobs.make import make_job
from tests.make import NOW, make_segment, make_topic, make_track


@pytest.fixture
def kept(ada: User) -> list[Kept]:
    """Two confirmed labels of one item."""
    track = make_track(assessors=[ada])
    topic, segment = make_topic(track), make_segment(track, "d1")
    judge, told = judge_of(ada, track, now=NOW), []
    for seen, value in enumerate(("2", "3")):
        key = uuid4()
        act = Act(key=key, seen=seen)
        item = (topic.pk, segment.pk)
        give_label(RELEVANCE, item, value, judge=judge, actor=ada, act=act, now=NOW)
        name = frozenset({str(segment.uuid)})
        one = Kept("relevance", str(ada.uuid), name, str(key), value, seen + 1)
        told.append(one)
    return told


def counts(kept: list[Kept], *unanswered: str) -> tuple[int, int, int]:
    found = reckon_labels(kept, unanswered)
    return (len(found.lost), len(found.doubled), len(found.wrong))


def test_labels_as_they_were_answered_are_in_order(kept: list[Kept]) -> None:
    assert counts(kept) == (0, 0, 0)


def test_it_finds_a_lost_label(kept: list[Kept]) -> None:
    Change.objects.filter(version=1).delete()
    assert counts(kept) == (1, 0, 0)


def test_it_finds_a_label_that_nobody_was_told_of(kept: list[Kept]) -> None:
    assert counts(kept[:1]) == (0, 1, 0)
    assert counts(kept[:1], kept[1].key) == (0, 0, 0)  # its response was lost


def test_it_finds_a_label_that_stands_as_an_earlier_one(kept: list[Kept]) -> None:
    RelevanceLabel.objects.update(value="2")
    assert counts(kept) == (0, 0, 1)


def test_it_finds_a_label_on_another_item(kept: list[Kept]) -> None:
    label = RelevanceLabel.objects.get()
    label.segment = make_segment(label.segment.track, "d2")
    label.save()
    assert counts(kept) == (0, 0, 2)


def test_it_finds_jobs_that_failed_stuck_or_were_never_made(db: None) -> None:
    make_job(kind="archive")
    failed = {"state": JobState.FAILED, "finished": NOW, "error": "It failed."}
    Job.objects.filter(pk=make_job(kind="archive").pk).update(**failed)
    found = reckon_jobs({"import": 3}, {})
    assert (found.ended, found.doubled, found.never) == (0, 0, 1)
    assert len(found.stuck) == 1
    assert found.failed[0].endswith("It failed.")


def test_it_finds_an_import_that_is_not_its_file(db: None) -> None:
    found = reckon_jobs({}, {"nist": {("14", "d1"): "2"}})
    assert found.wrong == [
        "nist: 0 labels, 0 changes of 1",
        "nist: landed 0 times",
    ]
