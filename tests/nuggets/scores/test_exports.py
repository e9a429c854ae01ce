import csv
import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.exchange.exports.registry import all_exporters
from assess.judging.judges.actions import create_panel
from assess.judging.kinds import all_kinds
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.exporter import file_names
from nuggets.models import Bank
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Citation, Run, Segment, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.labelled import importances, label_all

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track, "lexical")


@pytest.fixture
def bank(track: Track, judge: Judge) -> Bank:
    """Two topics, imported in reverse order of code points; one response missing."""
    bank = make_bank(track)
    topics = [make_topic(track, name, text="Wie weit? 🌊") for name in ("9", "10")]
    versions = [
        make_version(bank, topic, ["<frost>", "سلام", "c"], importance=marks)
        for topic, marks in zip(
            topics, (importances(2, 1), importances(0, 3)), strict=True
        )
    ]
    for name, labels in (("run-b", ("SPN", "NNS")), ("run-a", ("SSS", ""))):
        run = make_run(track, name)
        for topic, version, values in zip(topics, versions, labels, strict=True):
            if values:
                label_all(version, make_response(run, topic), judge, values)
    return bank


def export(track: Track, what: str, out: Path, *arguments: str) -> str:
    said = StringIO()
    call_command("export", track.slug, what, *arguments, out=out, stdout=said)
    return said.getvalue()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


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


def test_qrels_stand_in_the_order_of_code_points(
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


def test_a_bank_goes_out_whole_and_verbatim(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    export(track, "nuggets", tmp_path / "bank.jsonl", "--bank", bank.name)
    rows = lines(tmp_path / "bank.jsonl")
    assert [row["qid"] for row in rows] == ["10", "9"]
    assert rows[1] == {
        "query": "Wie weit? 🌊",
        "qid": "9",
        "nuggets": [
            {"text": "<frost>", "importance": "vital"},
            {"text": "سلام", "importance": "vital"},
            {"text": "c", "importance": "okay"},
        ],
    }


def test_the_2025_form_of_a_bank_names_subnarratives_and_sources(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    topic = track.topics.get(name="9")
    listing = bank.versions.get(topic=topic).listings.get(position=0)
    listing.subnarrative = topic.subnarratives.create(
        text="Salt", folded="salt", added=True
    )
    listing.save(update_fields=["subnarrative"])
    given = ("--bank", bank.name, "--form", "rag25", "--topic", "9")
    export(track, "nuggets", tmp_path / "bank.jsonl", *given)
    (row,) = lines(tmp_path / "bank.jsonl")
    first = row["nuggets"][0]
    assert first["mapped_sub_narrative"] == 'New: "Salt"'
    assert first["source"] == "post-edit"


def test_a_bank_goes_out_with_the_wordings_that_it_pinned(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    topic = track.topics.get(name="9")
    version = bank.versions.get(topic=topic)
    part = topic.subnarratives.create(text="Brine", folded="brine")
    version.listings.filter(position=0).update(subnarrative=part)
    wording = part.wordings.create(text="Salt", at=NOW)
    version.pins.create(wording=wording, position=0)
    given = ("--bank", bank.name, "--form", "rag25", "--topic", "9")
    export(track, "nuggets", tmp_path / "bank.jsonl", *given)
    (row,) = lines(tmp_path / "bank.jsonl")
    assert row["nuggets"][0]["mapped_sub_narrative"] == '"Salt"'


def assign(track: Track, bank: Bank, out: Path, *more: str) -> str:
    given = ("--bank", bank.name, "--judge", "lexical", *more)
    return export(track, "assignments", out, *given)


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


def test_the_manifest_counts_hashes_and_names_versions(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    for fact in manifest["files"]:
        data = (tmp_path / "out" / fact["name"]).read_bytes()
        assert fact["sha256"] == hashlib.sha256(data).hexdigest()
        assert fact["lines"] == data.count(b"\n")
    version = bank.versions.get(topic__name="9")
    assert manifest["bank"]["versions"]["9"]["uuid"] == str(version.uuid)
    assert manifest["judge"]["name"] == "lexical"
    assert manifest["options"] == {"unlabelled": "stop"}
    assert manifest["runs"][0]["unanswered"] == ["10"]


def unlabel(bank: Bank) -> None:
    version = bank.versions.get(topic__name="9")
    run = make_run(bank.track, "run-c")
    judge = Judge.objects.get(name="lexical")
    label_all(version, make_response(run, version.topic), judge, "S--")


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


def test_a_run_that_nobody_judged_has_no_file_and_stops_nothing(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    make_response(make_run(track, "later"), track.topics.get(name="9"))
    assign(track, bank, tmp_path / "out")
    assert not (tmp_path / "out" / "later.jsonl").exists()


def test_a_failed_export_leaves_the_earlier_one_as_it_was(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    unlabel(bank)
    with pytest.raises(CommandError):
        assign(track, bank, tmp_path / "out")
    assert {p: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_older_export_is_replaced_whole(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    Run.objects.filter(name="run-a").update(deleted_at=NOW)
    assign(track, bank, tmp_path / "out")
    assert not (tmp_path / "out" / "run-a.jsonl").exists()


def test_a_folder_that_is_no_export_is_never_replaced(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(CommandError, match="is no earlier export"):
        assign(track, bank, tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("run.a_1-b", "run.a_1-b.jsonl"),
        ("../../etc", "%2E.%2F..%2Fetc.jsonl"),
        (".hidden", "%2Ehidden.jsonl"),
        ("a/b", "a%2Fb.jsonl"),
    ],
)
def test_a_file_is_named_by_its_run_and_stays_in_its_folder(
    tag: str, name: str
) -> None:
    assert file_names([tag]) == {tag: name}


def test_long_tags_that_begin_alike_have_files_of_their_own() -> None:
    first, second = file_names(["x" * 150, "x" * 149 + "y"]).values()
    assert first != second
    assert max(len(first), len(second)) < 150


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


@pytest.mark.parametrize(
    ("what", "given", "said"),
    [
        ("qrels", [], "Name the judge with --judge"),
        ("nuggets", ["--bank", "none"], "Banks: post-edited"),
        (
            "assignments",
            ["--bank", "post-edited", "--judge", "none"],
            "Judges: lexical",
        ),
        ("nuggets", ["--bank", "post-edited", "--topic", "77"], "no topic 77"),
        (
            "nuggets",
            ["--bank", "post-edited", "--protocol", "post_edited"],
            "no --prot",
        ),
    ],
)
def test_the_command_says_what_is_wrong(
    track: Track, bank: Bank, tmp_path: Path, what: str, given: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        export(track, what, tmp_path / "out", *given)
