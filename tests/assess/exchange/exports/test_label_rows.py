"""Rows of labels, compared with the grammar of their formats."""

import csv
from pathlib import Path

import pytest

from assess.exchange.cells import guarded
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.models import SupportLabel
from runs.models import Citation
from tests.assess.exchange.exports.campaign import (
    HOSTILE,
    Judged,
    grade_by_hand,
    json_lines,
    left_out,
    write,
)
from tests.make import NOW, make_label, make_response, make_run, make_topic

pytestmark = pytest.mark.both_stacks


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


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
