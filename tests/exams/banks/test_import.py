"""Question banks come in whole, or not at all; unchanged questions keep grades."""

from __future__ import annotations

import json

import pytest

from accounts.models import User
from assess.judging.kinds import get_kind
from exams.kernel.paragraphs import text_id
from exams.models import ExamPassage, Question, QuestionBank, QuestionVersion
from runs.models import Import, Subnarrative, Track
from tests.make import make_judge, make_label, make_segment, make_topic, make_track
from tests.runs.import_form import bring_in, found, sentence


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(profile="rag24", organizer=omar)
    make_topic(track, "9001", "tidal power")
    return track


def item(text: str, **more: object) -> dict[str, object]:
    name = f"9001/{text_id(text)}"
    own = {"query_id": "9001", "question_id": name, "question_text": text}
    return own | more


def line(*items: dict[str, object], **more: object) -> str:
    own: dict[str, object] = {"query_id": "9001", "query_text": "tidal power"}
    return json.dumps(own | {"test_collection": "D", "items": items} | more) + "\n"


def arrive(track: Track, text: str, **more: object) -> Import:
    return bring_in(track, "exam_bank", text, bank="b", **more)


def test_facets_and_keys_are_kept(track: Track) -> None:
    row = arrive(
        track,
        line(item("How?", gold_answers=["b", "a"]), facet_id="f", facet_text="cost")
        + line(item("Why?")),
    )
    assert row.state == Import.LANDED, row.findings
    how = Question.objects.get(text="How?")
    assert how.facet == Subnarrative.objects.get(text="cost")
    assert how.listings.get().key == ["a", "b"]
    assert Question.objects.get(text="Why?").facet is None


def test_an_unchanged_question_keeps_its_grades(track: Track) -> None:
    arrive(track, line(item("How?"), item("Why?")))
    passage = ExamPassage.objects.create(
        topic=track.topics.get(), segment=make_segment(track, "p1")
    )
    judge, how = make_judge(track), Question.objects.get(text="How?")
    make_label(get_kind("exam"), judge, how, passage, value="4")
    other = line(item("Why?"), item("When?"))
    assert "1 exam grades" in sentence(arrive(track, other))
    row = arrive(track, other, replace=True)
    assert row.state == Import.LANDED
    assert Question.objects.count() == 3
    assert QuestionVersion.objects.count() == 2
    assert arrive(track, other).state == Import.UNCHANGED


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (line(item("How?"), query_id="9"), "unknown_topic"),
        (line(item("How?", query_id="9")), "bank_item_topic_differs"),
        (line(item(" ")), "empty_text"),
        (line({"query_id": "9001"}), "missing_field"),
        (line(item("How?", gold_answers=[1])), "wrong_type"),
        (line(item("How?", question_text=3)), "wrong_type"),
        ("[]\n", "wrong_type"),
        ("{\n", "bad_json"),
        ("", "empty_file"),
    ],
)
def test_a_bad_file_names_its_place_and_changes_nothing(
    track: Track, text: str, kind: str
) -> None:
    row = arrive(track, text)
    assert row.state == Import.REFUSED
    assert kind in found(row)
    assert not QuestionBank.objects.exists()


def test_a_repeated_id_and_a_name_of_its_own_are_warnings(track: Track) -> None:
    row = arrive(track, line(item("How?"), item("How?"), item("Why?", question_id="q")))
    assert row.state == Import.LANDED
    assert set(found(row)) == {"repeated_item_id", "id_is_not_md5"}
    assert Question.objects.count() == 2
