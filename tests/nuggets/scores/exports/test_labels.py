"""Qrels and assignments: every label, in the order and form of its format."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.exchange.exports.registry import all_exporters
from assess.judging.judges.actions import create_panel
from assess.judging.kinds import all_kinds
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.models import Bank
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Citation, Segment, Track
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
)
from tests.nuggets.scores.exports.files import assign, export, lines, unlabel

pytestmark = pytest.mark.both_stacks


def nuggetizer_metrics(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Average every row as nuggetizer's metrics do, in independent code."""
    totals = dict.fromkeys(("strict_vital", "strict_all", "vital", "all"), 0.0)
    for row in rows:
        for name, wanted in (("vital", ["vital"]), ("all", ["vital", "okay", ""])):
            own = [n for n in row["nuggets"] if n["importance"] in wanted]
            full = len([n for n in own if n["assignment"] == "support"])
            half = len([n for n in own if n["assignment"] == "partial_support"])
            if own:
                totals[f"strict_{name}"] += full / len(own)
                totals[name] += (full + 0.5 * half) / len(own)
    return {name: total / len(rows) for name, total in totals.items()}


def test_every_kind_of_label_has_its_exporter(db: None) -> None:
    kinds = {exporter.kind for exporter in all_exporters()}
    assert {kind.name for kind in all_kinds()} <= kinds
    names = {exporter.name for exporter in all_exporters()}
    assert names >= {"qrels", "nuggets", "assignments", "nuggets-scores"}


def grade(track: Track, judge: Judge, *rows: tuple[str, str, str]) -> None:
    for topic, docid, value in rows:
        row = track.topics.filter(name=topic).first() or make_topic(track, topic)
        found = Segment.objects.filter(track=track, docid=docid).first()
        segment = found or make_segment(track, docid)
        make_label(RELEVANCE, judge, row, segment, value=value)


def test_qrels_are_in_the_order_of_code_points(
    track: Track, judge: Judge, tmp_path: Path
) -> None:
    rows = [("9", "b", "1"), ("9", "B", "4"), ("10", "é", "0"), ("10", "z", "2")]
    grade(track, judge, *rows)
    export(track, "qrels", tmp_path / "out.qrels", "--judge", "lexical")
    text = (tmp_path / "out.qrels").read_text("utf-8")
    assert text == "10 0 z 2\n10 0 é 0\n9 0 B 4\n9 0 b 1\n"


def test_qrels_of_a_panel_resolve_and_nothing_unjudged_is_invented(
    track: Track, judge: Judge, tmp_path: Path
) -> None:
    second = make_judge(track, "second")
    grade(track, judge, ("1", "a", "0"), ("1", "b", ""))
    grade(track, second, ("1", "a", "3"), ("1", "c", "2"), ("1", "b", ""))
    create_panel(track, "both", rule="first", members=[judge, second], now=NOW)
    export(track, "qrels", tmp_path / "out.qrels", "--judge", "both")
    assert (tmp_path / "out.qrels").read_text() == "1 0 a 0\n1 0 c 2\n"
    manifest = json.loads((tmp_path / "out.qrels.manifest.json").read_text())
    assert manifest["judge"]["members"] == ["lexical", "second"]


def test_assignments_give_nuggetizer_the_scores_that_the_leaderboard_shows(
    track: Track, bank: Bank, judge: Judge, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["manifest.json", "run-a.jsonl", "run-b.jsonl"]
    rules = Rules(unanswered="left_out", no_ground="zero")
    board = Board(score_nuggets(Basis(bank, judge)), rules)
    for place, run in enumerate(board.scored.runs):
        found = nuggetizer_metrics(lines(tmp_path / "out" / f"{run.name}.jsonl"))
        assert found["all"] == pytest.approx(board.mean("A")[place])
        assert found["strict_all"] == pytest.approx(board.mean("A_strict")[place])
        assert found["vital"] == pytest.approx(board.mean("V")[place])


def test_an_assignment_row_has_every_key_that_the_metrics_need(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    row = lines(tmp_path / "out" / "run-b.jsonl")[1]
    assert (row["qid"], row["run_id"], row["response_length"]) == ("9", "run-b", 8)
    assert row["nuggets"][1] == {
        "text": "سلام",
        "importance": "vital",
        "assignment": "partial_support",
    }


def test_an_unlabelled_nugget_stops_the_export_and_its_topic_is_listed(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    unlabel(bank)
    with pytest.raises(CommandError, match="topic 9: 2 nuggets without a label on 1"):
        assign(track, bank, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_unlabelled_nuggets_become_not_support_on_request_and_are_recorded(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    unlabel(bank)
    assign(track, bank, tmp_path / "out", "--unlabelled", "not_support")
    (row,) = lines(tmp_path / "out" / "run-c.jsonl")
    assert [n["assignment"] for n in row["nuggets"]][1:] == ["not_support"] * 2
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["options"] == {"unlabelled": "not_support"}
    assert list(manifest["unlabelled"]) == ["9"]


def test_scores_are_the_leaderboard(track: Track, bank: Bank, tmp_path: Path) -> None:
    given = ("--bank", bank.name, "--judge", "lexical")
    export(track, "nuggets-scores", tmp_path / "scores.csv", *given)
    rows = list(
        csv.DictReader((tmp_path / "scores.csv").read_text("utf-8").split("\n"))
    )
    assert [row["run"] for row in rows] == ["run-a", "run-b"]
    assert [row["V_strict"] for row in rows] == ["1.0", "0.5"]


def test_support_labels_say_minus_one_for_what_nobody_judged(
    track: Track, judge: Judge, tmp_path: Path
) -> None:
    segment = make_segment(track, "d1")
    response = make_response(make_run(track), make_topic(track), cites=segment)
    first = Citation.objects.order_by("sentence__position").first()
    make_label(SUPPORT, judge, first, value="partial_support")
    export(track, "support", tmp_path / "support.jsonl", "--judge", "lexical")
    (row,) = lines(tmp_path / "support.jsonl")
    marks = [s["citations"][0]["support"] for s in row["sentences"]]
    assert (row["run_id"], marks) == (response.run.name, ["1", "-1"])
