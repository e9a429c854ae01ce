"""Graded passages come in whole, or not at all, and go out as they came."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import Wanted, get_exporter
from assess.judging.models import Judge
from assess.kinds.relevance.models import RelevanceLabel
from exams.models import ExamLabel, ExamPassage, QuestionBank
from runs.models import Import, Run, Track
from tests.make import NOW, make_topic, make_track
from tests.runs.import_form import bring_in, found, sentence

Passage = dict[str, Any]
IDS = ("9001/q1", "9001/q2")


def passage(name: str, ratings: tuple[int, int], relevance: int, rank: int) -> Passage:
    """Return one passage as the workbench writes it."""
    return {
        "paragraph_id": name,
        "text": f"Text of {name}.",
        "paragraph_data": {
            "judgments": [
                {
                    "paragraphId": name,
                    "query": "9001",
                    "relevance": relevance,
                    "titleQuery": "9001",
                }
            ],
            "rankings": [
                {
                    "method": "tides-a",
                    "paragraphId": name,
                    "queryId": "9001",
                    "rank": rank,
                    "score": 1.0 / rank,
                }
            ],
        },
        "exam_grades": [block(ratings)],
    }


def block(ratings: tuple[int, int]) -> Passage:
    """Return a judge's grades of both questions."""
    right = [each for each, rating in zip(IDS, ratings, strict=True) if rating]
    return {
        "correctAnswered": right,
        "wrongAnswered": [each for each in IDS if each not in right],
        "answers": [[i, str(r)] for i, r in zip(IDS, ratings, strict=True)],
        "llm": "m",
        "llm_options": {},
        "exam_ratio": len(right) / 2,
        "prompt_info": {"prompt_class": "Rated", "is_self_rated": True},
        "self_ratings": [
            {"question_id": i, "self_rating": r}
            for i, r in zip(IDS, ratings, strict=True)
        ],
        "prompt_type": "question",
    }


def content() -> list[Any]:
    return ["9001", [passage("p1", (4, 0), 2, 1), passage("p#2", (5, 1), 0, 2)]]


def packed(value: object) -> bytes:
    return gzip.compress(json.dumps(value).encode() + b"\n")


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(profile="rag24", organizer=omar)
    make_topic(track, "9001", "tidal power")
    return track


def arrive(track: Track, value: object, **more: object) -> Import:
    said = {"bank": "b", "judge": "m", "read": "", "relevance": "", **more}
    return bring_in(track, "exam_grades", packed(value), **said)


def nothing_came_in() -> bool:
    rows = (QuestionBank, ExamLabel, Judge, Run, RelevanceLabel)
    return not any(model.objects.exists() for model in rows)


def test_it_goes_out_as_it_came_in(track: Track, tmp_path: Path) -> None:
    row = arrive(track, content(), runs=True, relevance="people")
    assert row.state == Import.LANDED, row.findings
    parts = {
        "bank": QuestionBank.objects.get(),
        "judge": Judge.objects.get(name="m"),
    }
    out = tmp_path / "graded.jsonl.gz"
    exporter = get_exporter("exam-grades")
    export_to(exporter, Wanted(track, parts), out, now=NOW)
    (line,) = gzip.decompress(out.read_bytes()).decode().splitlines()
    assert json.loads(line) == content()


def test_the_same_file_again_changes_nothing(track: Track) -> None:
    arrive(track, content(), runs=True, relevance="people")
    row = arrive(track, content(), runs=True, relevance="people")
    assert row.state == Import.UNCHANGED
    assert (ExamLabel.objects.count(), ExamPassage.objects.count()) == (4, 2)


def test_other_grades_of_the_same_judge_need_replace(track: Track) -> None:
    arrive(track, content())
    changed = content()
    changed[1][0]["exam_grades"][0]["self_ratings"][0]["self_rating"] = 1
    assert "other labels" in sentence(arrive(track, changed))
    row = arrive(track, changed, replace=True)
    assert row.state == Import.LANDED
    values = ExamLabel.objects.order_by("pk").values_list("value", flat=True)
    assert list(values) == ["1", "0", "5", "1"]


def test_a_judge_for_each_model_and_prompt(track: Track) -> None:
    value = content()
    for each in value[1]:
        other = deepcopy(each["exam_grades"][0]) | {"llm": "n"}
        each["exam_grades"] += [other, deepcopy(other)]
    row = arrive(track, value, judge="")
    assert row.state == Import.LANDED
    assert set(Judge.objects.values_list("name", flat=True)) == {"m Rated", "n Rated"}
    assert len(found(row)["repeated_grades"]) == 2


def change(path: str, to: object) -> list[Any]:
    value = content()
    at: Any = value[1][0]
    *steps, last = path.split("/")
    for step in steps:
        at = at[int(step) if step.isdigit() else step]
    if to is None:
        del at[last]
    else:
        at[int(last) if last.isdigit() else last] = to
    return value


RATING = "exam_grades/0/self_ratings/0/self_rating"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (["9002", content()[1]], "unknown_topic"),
        ([None, []], "wrong_type"),
        ({"9001": []}, "wrong_type"),
        (["9001"], "wrong_type"),
        (["9001", [1]], "wrong_type"),
        (change("paragraph_id", None), "missing_field"),
        (change("paragraph_id", "a b"), "bad_name"),
        (change("paragraph_id", "x" * 300), "long_name"),
        (change("paragraph_id", "p#2"), "duplicate_docid"),
        (change("text", 3), "wrong_type"),
        (change("text", "a\x00b"), "nul_character"),
        (change("text", "\ud800"), "lone_surrogate"),
        (change(RATING, 6), "bad_label"),
        (change(RATING, True), "bad_label"),
        (change(RATING, "4"), "bad_label"),
        (change("exam_grades/0/self_ratings/0", 4), "bad_name"),
        (change("exam_grades/0/answers/0", ["x"]), "wrong_type"),
        (change("exam_grades/0/llm", None), "missing_field"),
        (change("exam_grades", {}), "wrong_type"),
        (change("paragraph_data/rankings/0/rank", -1), "bad_number"),
        (change("paragraph_data/rankings/0/score", "1"), "wrong_type"),
        (change("paragraph_data/judgments/0/relevance", 9), "off_scale"),
    ],
)
def test_a_bad_file_names_its_place_and_changes_nothing(
    track: Track, value: object, kind: str
) -> None:
    row = arrive(track, value, runs=True, relevance="people")
    places = found(row)
    assert kind in places, places
    if kind != "duplicate_docid":
        assert row.state == Import.REFUSED
        assert nothing_came_in()


@pytest.mark.parametrize("left", [0.2, 0.5, 0.95])
def test_a_truncated_file_changes_nothing(track: Track, left: float) -> None:
    data = packed(content())
    said = {"bank": "b", "judge": "m", "read": "", "relevance": ""}
    row = bring_in(track, "exam_grades", data[: int(len(data) * left)], **said)
    assert row.state == Import.REFUSED
    assert nothing_came_in()


def test_an_existing_bank_must_have_the_questions(track: Track) -> None:
    arrive(track, content())
    other = json.loads(json.dumps(content()).replace("9001/q2", "9001/q3"))
    row = arrive(track, other, judge="n")
    assert found(row)["unknown_question"]


def test_replies_can_be_read_anew(track: Track) -> None:
    value = change("exam_grades/0/answers/0", ["9001/q1", "epidermis"])
    arrive(track, value, judge="paper", read="paper")
    arrive(track, value, judge="workbench", read="workbench")
    row = arrive(track, value, judge="fail", read="fail")
    assert len(found(row)["unread_reply"]) == 1
    first = {
        label.judge.name: label.value
        for label in ExamLabel.objects.filter(
            question__external_id="9001/q1", passage__segment__docid="p1"
        ).select_related("judge")
    }
    assert first == {"paper": "1", "workbench": "0"}
