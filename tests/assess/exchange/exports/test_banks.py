"""Banks and what they grade, compared with the grammar of their formats."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.assess.exchange.exports.campaign import Judged, json_lines, left_out, write

pytestmark = pytest.mark.both_stacks


def test_the_2025_form_of_a_bank_has_four_fields(made: Judged, tmp_path: Path) -> None:
    manifest = write(made, "nuggets", tmp_path / "n", form="rag25")
    row = json_lines(tmp_path / "n")[1]
    assert set(row) == {"qid", "nuggets"}
    fields = {"text", "mapped_sub_narrative", "importance", "source"}
    assert all(set(nugget) == fields for nugget in row["nuggets"])
    assert row["nuggets"][0]["mapped_sub_narrative"] == 'New: "Salt"'
    assert left_out(manifest) == {"nuggets without a sub-narrative": 5}


def test_a_rubric_bank_has_a_line_for_each_part(made: Judged, tmp_path: Path) -> None:
    write(made, "rubric-bank", tmp_path / "b")
    with gzip.open(tmp_path / "b", "rt", encoding="utf-8") as source:
        rows = [json.loads(line) for line in source]
    assert [(row["query_id"], row["facet_text"]) for row in rows] == [
        ("10", None),
        ("9", None),
        ("9", "Salt"),
    ]
    (item,) = rows[2]["items"]
    assert item["nugget_id"].rpartition("/")[0] == f"9/{rows[2]['facet_id']}"
    for row in rows:
        assert all(item["query_id"] == row["query_id"] for item in row["items"])


def test_graded_passages_hold_grades_and_rankings(made: Judged, tmp_path: Path) -> None:
    manifest = write(made, "graded-passages", tmp_path / "g")
    rows = _graded(tmp_path / "g")
    passages = {p["paragraph_id"]: p["paragraph_data"] for p in rows["9"]}
    assert passages["d1"]["rankings"] == [
        {
            "method": "bm25",
            "paragraphId": "d1",
            "queryId": "9",
            "rank": 1,
            "score": 3.0,
        }
    ]
    assert [j["relevance"] for j in passages["d0"]["judgments"]] == [4]
    assert passages["d2"]["judgments"] == []
    assert left_out(manifest) == {"pooled segments without a grade": 1}


def test_graded_responses_answer_what_is_supported(
    made: Judged, tmp_path: Path
) -> None:
    write(made, "graded-responses", tmp_path / "g")
    by_run = {p["paragraph_id"]: p for p in _graded(tmp_path / "g")["9"]}
    (grades,) = by_run["b/9"]["exam_grades"]
    assert (len(grades["correctAnswered"]), len(grades["wrongAnswered"])) == (1, 2)
    assert [row["self_rating"] for row in grades["self_ratings"]] == [2, 1, 0]
    assert grades["exam_ratio"] == pytest.approx(1 / 3)


def _graded(path: Path) -> dict[str, list[dict[str, Any]]]:
    with gzip.open(path, "rt", encoding="utf-8") as source:
        return dict(json.loads(line) for line in source)


def test_an_autojudge_bank_has_a_claim_for_each_text(
    made: Judged, tmp_path: Path
) -> None:
    nugget = made.bank.versions.get(topic=made.topics[1]).listings.get(position=2)
    nugget.nugget.text = "<frost>"
    nugget.nugget.save(update_fields=["text"])
    manifest = write(made, "autojudge-nuggets", tmp_path / "a")
    first, second = json_lines(tmp_path / "a")
    assert list(first["claim_bank"]) == ["<frost>", "سلام"]
    assert left_out(manifest) == {"nuggets of the same text": 1}
    claim = second["claim_bank"]["<frost>"]
    assert claim["references"][0]["doc_id"] == "d0"
    assert claim["importance"] == "vital"
    assert claim["creator"] == [{"is_human": True, "creation_date": None}]
