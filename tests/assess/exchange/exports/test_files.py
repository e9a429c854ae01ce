"""Each export, compared with the grammar of its format."""

import csv
import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from assess.exchange.cells import guarded
from assess.exchange.exports.registry import CannotExport
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.models import SupportLabel
from runs.models import Citation
from tests.assess.exchange.exports.judged import (
    HOSTILE,
    Judged,
    grade_by_hand,
    json_lines,
    left_out,
    write,
)
from tests.make import (
    NOW,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
)

pytestmark = pytest.mark.both_stacks


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def test_qrels_of_any_judge_count_what_is_unjudged(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "qrels", tmp_path / "q")
    text = (tmp_path / "q").read_text()
    assert text == "10 0 d0 1\n9 0 d0 4\n9 0 d1 0\n"
    assert left_out(manifest) == {"pooled segments without a grade": 1}
    assert left_out(write(made, "qrels", tmp_path / "p", judge=made.person)) == {
        "pooled segments without a grade": 2,
        "pooled topics without any grade": 1,
    }


def test_qrels_can_say_minus_one_of_what_is_pooled_and_unjudged(
    made: Judged, tmp_path: Path
) -> None:
    write(made, "qrels", tmp_path / "q", unjudged="minus_one", iteration="Q0")
    text = (tmp_path / "q").read_text()
    assert text == "10 Q0 d0 1\n9 Q0 d0 4\n9 Q0 d1 0\n9 Q0 d2 -1\n"


def test_qrels_of_a_panel_are_those_of_its_rule(made: Judged, tmp_path: Path) -> None:
    write(made, "qrels", tmp_path / "q", judge=made.panel)
    assert (tmp_path / "q").read_text() == "10 0 d0 1\n9 0 d0 2\n9 0 d1 0\n"


def test_names_that_would_break_columns_are_refused_and_listed(
    made: Judged, tmp_path: Path
) -> None:
    for docid in ("two words", "tab\there"):
        segment = make_segment(made.track, docid)
        make_label(RELEVANCE, made.machine, made.topics[0], segment, value="1")
    for what in ("qrels", "rj"):
        with pytest.raises(CannotExport) as refused:
            write(made, what, tmp_path / what)
        assert refused.value.places == [r"docid 'tab\there'", "docid 'two words'"]


def test_an_rj_run_has_the_grade_in_column_four(made: Judged, tmp_path: Path) -> None:
    Judge.objects.filter(pk=made.machine.pk).update(name="..my model: 120B, prompt é 2")
    made.machine.refresh_from_db()
    manifest = write(made, "rj", tmp_path / "rj")
    rows = [line.split(" ") for line in (tmp_path / "rj").read_text().splitlines()]
    assert rows[1] == ["9", "Q0", "d0", "4", "1", "my_model__120B__prom"]
    assert re.fullmatch(r"(?!\.)[A-Za-z0-9_.-]{1,20}", manifest["run_id"])


def test_label_rows_tell_who_when_and_how_long(made: Judged, tmp_path: Path) -> None:
    grade_by_hand(made, made.segments[2], "3", note="=1+1, see “b”", active_ms=1250)
    write(made, "relevance-labels", tmp_path / "l", judge=made.person)
    row = json_lines(tmp_path / "l")[1]
    assert row == {
        "judge": "ada",
        "topic": "9",
        "docid": "d2",
        "round": 0,
        "value": "3",
        "by": "ada",
        "at": "2026-03-01T12:00:00+00:00",
        "seconds": 1.25,
        "changes": 1,
        "version": 1,
        "note": "=1+1, see “b”",
        "details": {},
    }


def test_label_rows_of_a_panel_are_each_member_s(made: Judged, tmp_path: Path) -> None:
    make_label(RELEVANCE, made.person, made.topics[0], made.segments[3], value="")
    manifest = write(made, "relevance-labels", tmp_path / "l", judge=made.panel)
    rows = json_lines(tmp_path / "l")
    assert [row["judge"] for row in rows] == ["ada", "ada", "machine"] + ["machine"] * 2
    assert left_out(manifest) == {"labels that were taken back": 1}


@pytest.mark.parametrize("kind", ["relevance", "support", "assignment"])
def test_label_rows_go_out_as_csv(made: Judged, tmp_path: Path, kind: str) -> None:
    manifest = write(made, f"{kind}-labels", tmp_path / "l", form="csv", cells="raw")
    write(made, f"{kind}-labels", tmp_path / "j")
    rows = table(tmp_path / "l")
    others = json_lines(tmp_path / "j")
    assert manifest["files"][0]["lines"] == len(rows) + 1
    for row, other in zip(rows, others, strict=True):
        del other["details"]
        assert row == {k: "" if v is None else str(v) for k, v in other.items()}


def test_cells_are_verbatim_but_for_spreadsheets(made: Judged, tmp_path: Path) -> None:
    write(made, "assignment-labels", tmp_path / "c", form="csv", cells="raw")
    write(made, "assignment-labels", tmp_path / "s", form="csv")
    for name, tag in (("c", HOSTILE), ("s", "'" + HOSTILE)):
        rows = table(tmp_path / name)
        assert {row["run"] for row in rows} == {"b", tag}
    assert [guarded(cell) for cell in ("-1", "+a", "@b", 3, "c-d")] == [
        "'-1",
        "'+a",
        "'@b",
        3,
        "c-d",
    ]


def test_support_rows_hold_what_is_unjudged(made: Judged, tmp_path: Path) -> None:
    manifest = write(made, "support", tmp_path / "s")
    rows = json_lines(tmp_path / "s")
    marks = [
        [c["support"] for s in r["sentences"] for c in s["citations"]] for r in rows
    ]
    assert sorted(marks) == [["1", "-1"], ["2", "-1"]]
    assert left_out(manifest) == {
        "citations without a label": 2,
        "responses without any label": 1,
    }


def test_what_cites_nothing_goes_out_where_others_are_labelled(
    made: Judged, tmp_path: Path
) -> None:
    bare = make_run(made.track, "bare")
    third = make_topic(made.track, "11")
    for topic, said in zip((*made.topics, third), (("a", "b"), (), "c"), strict=True):
        make_response(bare, topic, said)
    manifest = write(made, "support", tmp_path / "s")
    rows = [row for row in json_lines(tmp_path / "s") if row["run_id"] == "bare"]
    assert [row["topic_id"] for row in rows] == ["10", "9"]
    cited = [[each["citations"] for each in row["sentences"]] for row in rows]
    assert cited == [[], [[], []]]
    assert left_out(manifest)["responses without any citation"] == 1
    judgments = left_out(write(made, "support-judgments", tmp_path / "j"))
    assert judgments["responses without any citation, beside labelled ones"] == 2


def test_judgment_rows_are_the_labelled_pairs(made: Judged, tmp_path: Path) -> None:
    places = list(Citation.objects.order_by("sentence__response", "sentence__position"))
    SupportLabel.objects.create(
        judge=made.machine, citation=places[-1], value="no_citation_needed", at=NOW
    )
    manifest = write(made, "support-judgments", tmp_path / "s")
    rows = json_lines(tmp_path / "s")
    assert {row["support_label"] for row in rows} == {"PS", "FS"}
    assert len({row["task_id"] for row in rows}) == 2
    assert rows[0]["citation"] == "Text 0."
    assert set(rows[0]["metadata"]) == {
        "topic_id",
        "run_id",
        "sentence_index",
        "citation_index",
        "docid",
    }
    assert left_out(manifest)["labels “needs no citation”"] == 1


def test_metric_rows_count_an_empty_denominator_as_zero(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "support-metrics", tmp_path / "m")
    rows = json_lines(tmp_path / "m")
    assert sorted(row["weighted_precision_first_citation"] for row in rows) == [0.5, 1]
    assert sorted(row["hard_recall"] for row in rows) == [0, 1]
    assert "undefined scores" not in left_out(manifest)
    made.track.runs.filter(name="b").update(name="two words")
    with pytest.raises(CannotExport, match="White space in a run"):
        write(made, "support-metrics", tmp_path / "f", form="flat")


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


@pytest.mark.parametrize(
    ("form", "row"),
    [
        ("ir_measures", ["b", "9", "A", "0.5"]),
        ("tot", ["b", "A", "9", "0.5"]),
        ("rag4reports", ["9", "b", "A", "0.500000"]),
    ],
)
def test_leaderboards_go_out_in_columns_with_their_means(
    made: Judged, tmp_path: Path, form: str, row: list[str]
) -> None:
    write(made, "nuggets-scores", tmp_path / "l", form=form)
    rows = [line.split("\t") for line in (tmp_path / "l").read_text().splitlines()]
    assert row in rows
    assert any("all" in other for other in rows)


def test_a_leaderboard_in_trec_eval_s_form_is_a_file_a_run(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "nuggets-scores", tmp_path / "out", form="trec_eval")
    runs = tmp_path / "out" / "runs"
    names = sorted(path.name for path in runs.iterdir())
    assert names == ["%3Dcmd%7C%27x%27%21A1", "b"]
    lines = (runs / "b").read_text().splitlines()
    assert all(len(line.split()) == 3 for line in lines)
    assert left_out(manifest) == {"unanswered topics of runs": 1}


def test_a_leaderboard_as_jsonl_has_its_measures_beside_it(
    made: Judged, tmp_path: Path
) -> None:
    yaml = pytest.importorskip("yaml")
    write(made, "nuggets-scores", tmp_path / "out", form="jsonl")
    rows = json_lines(tmp_path / "out" / "leaderboard.jsonl")
    text = (tmp_path / "out" / "leaderboard.measures.yml").read_text("utf-8")
    described = yaml.safe_load(text)["measures"]
    assert {row["measure"] for row in rows} <= {each["name"] for each in described}
    assert set(described[0]) == {"name", "dtype", "description"}


def test_the_same_export_gives_the_same_bytes_and_its_manifest_their_hash(
    made: Judged, tmp_path: Path
) -> None:
    for what in ("rubric-bank", "graded-responses", "qrels", "support"):
        one = write(made, what, tmp_path / "one")
        other = write(made, what, tmp_path / "other")
        data = (tmp_path / "one").read_bytes()
        assert data == (tmp_path / "other").read_bytes()
        assert one["files"] == other["files"]
        assert one["files"][0]["sha256"] == hashlib.sha256(data).hexdigest()
        assert one["files"][0]["size"] == len(data)


def test_a_leaderboard_counts_rankings_that_are_unjudged_in_part(
    made: Judged, tmp_path: Path
) -> None:
    found = left_out(write(made, "retrieval-scores", tmp_path / "l"))
    assert found["topics of runs with unjudged@30 above 0"] == 1  # d2 on topic 9
