"""The export of ticks next to the qrels."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Subnarrative, Topic, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.make import (
    NOW,
    make_judge,
    make_person,
    make_segment,
    make_topic,
    make_track,
)


def give(
    judge: Judge, topic: Topic, segment: Segment, value: str, **details: object
) -> None:
    row = NewLabel((topic.pk, segment.pk), value, details)
    record_labels(RELEVANCE, judge, [row], now=NOW, actor=judge.user)


def exported(track: Track, judge: str, path: Path) -> list[dict[str, object]]:
    call_command("export", track.slug, "ticks", "--judge", judge, "--out", str(path))
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def track(ada: User, bea: User) -> Track:
    track = make_track(assessors=[ada, bea])
    topic = make_topic(track)
    part = Subnarrative.objects.create(topic=topic, text="čas", folded="čas")
    one, two = make_segment(track, "b"), make_segment(track, "a")
    judge, other = make_person(ada, track), make_person(bea, track)
    give(judge, topic, one, "3", ticks=[str(part.uuid)], note="both parts")
    give(judge, topic, two, "0", ticks=[])
    give(other, topic, one, "", ticks=[str(part.uuid)])
    give(make_judge(track, "file"), topic, one, "2")
    create_panel(track, "all", rule="first", members=[judge, other], now=NOW)
    return track


def test_ticks_go_out_with_grade_and_note(track: Track, tmp_path: Path) -> None:
    rows = exported(track, "ada", tmp_path / "ticks.jsonl")
    assert rows == [
        {"judge": "ada", "qid": "14", "docid": "a", "grade": 0, "ticks": []},
        {
            "judge": "ada",
            "qid": "14",
            "docid": "b",
            "grade": 3,
            "ticks": ["čas"],
            "note": "both parts",
        },
    ]


def test_a_panels_ticks_are_its_members(track: Track, tmp_path: Path) -> None:
    rows = exported(track, "all", tmp_path / "ticks.jsonl")
    assert [(row["judge"], row["docid"]) for row in rows] == [
        ("ada", "a"),
        ("ada", "b"),
    ]


def test_a_judge_without_ticks_has_no_line(track: Track, tmp_path: Path) -> None:
    assert exported(track, "file", tmp_path / "ticks.jsonl") == []


def test_ticks_on_a_topic_put_away_stay_behind(track: Track, tmp_path: Path) -> None:
    topic = track.topics.get()
    put_away(thing_kind("topic"), topic, track=track, by=None, now=NOW)
    assert exported(track, "ada", tmp_path / "ticks.jsonl") == []
