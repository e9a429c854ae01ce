import json
from typing import Any

import pytest

from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Conversation, Import, PtkbStatement, Response, Run, Track
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_track,
    make_version,
    nuggets_of,
)
from tests.runs.import_form import bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks


def conversation(number: int = 4, turns: int = 2, **more: object) -> dict[str, Any]:
    return {
        "number": number,
        "title": "Harbours",
        "ptkb": {"1": "I sail."},
        "turns": [
            {"turn_id": turn, "utterance": f"And {turn}?", **more}
            for turn in range(1, turns + 1)
        ],
    }


TOPICS = json.dumps([conversation()])
ANSWERS = json.dumps({"4_1": {"a": "It is.", "b": "No."}, "4_2": {"a": "So."}})


@pytest.fixture
def empty(db: None) -> Track:
    return make_track(profile="ikat24")


@pytest.fixture
def track(empty: Track) -> Track:
    bring_in(empty, "conversations", TOPICS)
    return empty


def test_turns_become_topics(track: Track) -> None:
    assert [topic.name for topic in track.topics.all()] == ["4_1", "4_2"]
    assert PtkbStatement.objects.get().text == "I sail."


def test_the_same_conversations_again_change_nothing(track: Track) -> None:
    before = row_counts()
    assert bring_in(track, "conversations", TOPICS).state == Import.UNCHANGED
    assert row_counts() == before


def test_a_new_conversation_joins(track: Track) -> None:
    both = json.dumps([conversation(), conversation(5)])
    assert bring_in(track, "conversations", both).counts["conversations"] == 1
    assert Conversation.objects.count() == 2


@pytest.mark.parametrize(
    "other", [conversation(turns=3), conversation(resolved_utterance="Else?")]
)
def test_it_refuses_other_turns(track: Track, other: dict[str, Any]) -> None:
    before = row_counts()
    row = bring_in(track, "conversations", json.dumps([other]))
    assert sentence(row).startswith("Conversation 4 is in already with other turns")
    assert row_counts() == before


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("[", "bad_json"),
        ("{}", "wrong_type"),
        (json.dumps([conversation(number="x" * 65)]), "long_name"),  # type: ignore[arg-type]
        (json.dumps([conversation(), conversation()]), "duplicate_topic"),
    ],
)
def test_it_refuses_bad_files(empty: Track, content: str, kind: str) -> None:
    before = row_counts()
    row = bring_in(empty, "conversations", content)
    assert row.state == Import.REFUSED
    assert kind in found(row)
    assert row_counts() == before


def test_one_file_brings_the_responses_of_many_runs(track: Track) -> None:
    row = bring_in(track, "responses", ANSWERS)
    assert row.counts == {"runs": 2, "responses": 3}
    assert Run.objects.visible().count() == 2


def test_the_same_responses_again_change_nothing(track: Track) -> None:
    bring_in(track, "responses", ANSWERS)
    before = row_counts()
    assert bring_in(track, "responses", ANSWERS).state == Import.UNCHANGED
    assert row_counts() == before


def test_new_runs_join_those_that_are_in(track: Track) -> None:
    bring_in(track, "responses", ANSWERS)
    more = json.dumps({**json.loads(ANSWERS), "4_2": {"a": "So.", "c": "New."}})
    assert bring_in(track, "responses", more).counts == {"runs": 1, "responses": 1}


@pytest.mark.parametrize(
    "other",
    [
        {"4_1": {"a": "Other."}, "4_2": {"a": "So."}},
        {"4_1": {"a": "So."}, "4_2": {"a": "It is."}},
    ],
)
def test_it_refuses_other_responses_and_names_their_labels(
    track: Track, other: dict[str, dict[str, str]]
) -> None:
    bring_in(track, "responses", ANSWERS)
    response = Response.objects.get(run__name="a", topic__name="4_1")
    nugget = nuggets_of(make_version(make_bank(track), response.topic))[0]
    make_label(ASSIGNMENT, make_judge(track), nugget, response, value="support")
    before = row_counts()
    said = sentence(bring_in(track, "responses", json.dumps(other)))
    assert "Run a is in already" in said
    assert "1 assignment labels" in said
    assert row_counts() == before


def test_it_refuses_unknown_turns_by_name(track: Track) -> None:
    before = row_counts()
    row = bring_in(track, "responses", json.dumps({"9_9": {"a": "It is."}}))
    finding = row.findings[0]
    assert (finding["kind"], finding["examples"][0]["field"]) == (
        "unknown_topic",
        "9_9",
    )
    assert row_counts() == before
