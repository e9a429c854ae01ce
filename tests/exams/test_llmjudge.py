"""The LLMJudge development set from import to what would change (EVALUATORS A6)."""

from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from accounts.models import User
from assess.judging.kernel.agreement.kappa import defined, kappas
from assess.judging.models import Judge
from exams.models import ExamLabel, QuestionBank
from exams.oversight.lists import oversight
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades
from exams.scores.human import bank_labels, human_grades
from runs.models import Track
from tests.make import make_topic, make_track
from tests.real_data import real

# What these numbers take is asked of PostgreSQL by the tests of small data.
pytestmark = pytest.mark.stack("embedded")

GRADED = "evaluators/exam/llmjudge-dev.graded.jsonl.gz"
EXPECTED = "evaluators/exam/llmjudge-dev.expected.json"
EXACT = 1e-12
TAUS = ("1", "3", "4", "5")
QRELS = {"P_20": "P_20", "map_cut_1000": "map"}


def lines_of(path: Path) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as source:
        return [json.loads(line) for line in source]


@pytest.fixture(scope="module")
def loaded(module_db: None) -> Track:
    omar = User.objects.create_user("omar", password="omar")
    track = make_track(profile="rag24", organizer=omar)
    for topic, _passages in lines_of(real(GRADED)):
        make_topic(track, topic)
    bring_in(track, runs=True, relevance="people")
    return track


@pytest.fixture
def track(loaded: Track, db: None) -> Track:
    return loaded


def bring_in(track: Track, judge: str = "flan", **more: object) -> None:
    out = StringIO()
    args = [track.slug, str(real(GRADED))]
    call_command("import_exam_grades", *args, bank="q", judge=judge, stdout=out, **more)


def said(command: str, track: Track, judge: str = "flan", **more: object) -> Any:  # noqa: ANN401 - JSON
    out = StringIO()
    call_command(
        command, track.slug, bank="q", judge=judge, format="json", stdout=out, **more
    )
    return json.loads(out.getvalue())


def test_the_file_goes_from_import_to_what_would_change(
    track: Track, tmp_path: Path
) -> None:
    expected = json.loads(real(EXPECTED).read_text())
    found = said("exam", track, relevance="people")
    assert sum(found["grades"].values()) == 72_630
    assert found["grades"]["0"] == 59_609
    assert found["grades"]["5"] == 990
    assert list(found["labels"].values()) == [2956, 114, 113, 192, 3102, 786]
    for cuts, kappa in expected["kappa"].items():
        tau, h = cuts.replace("label>=", "").replace("human>=", "").split()
        assert found["kappa"][tau][h] == pytest.approx(kappa, abs=EXACT)
    for tau in TAUS:
        _check_boards(found["runs"], tau, expected[f"tau{tau}"])
        overall = found["overall"][tau]
        peer = expected[f"tau{tau}"]["cover_peer"]["_overall_"]
        assert overall["cover"] == pytest.approx(peer[0], abs=EXACT)
        assert overall["std_error"] == pytest.approx(peer[1], abs=EXACT)
    _check_what_if(track, expected["what_if"], tmp_path)
    left_out = said("exam", track, missing="left_out")["runs"]["half"]["4"]
    peer = expected["tau4"]["cover_peer"]["half"]
    assert left_out["cover"] == pytest.approx(peer[0], abs=EXACT)


def _check_boards(runs: dict[str, Any], tau: str, expected: dict[str, Any]) -> None:
    assert set(runs) == set(expected["cover_ours"])
    for run, cover in expected["cover_ours"].items():
        assert runs[run][tau]["cover"] == pytest.approx(cover, abs=EXACT)
    for run, (cover, error, ncover) in expected["cover_peer"].items():
        if run in runs and run != "half":  # its missing topics count 0 here
            own = runs[run][tau]
            assert own["cover"] == pytest.approx(cover, abs=EXACT)
            assert own["std_error"] == pytest.approx(error, abs=EXACT)
            assert own["ncover_workbench"] == pytest.approx(ncover, abs=EXACT)
    for run, values in expected["qrels"].items():
        for theirs, ours in QRELS.items():
            assert runs[run][tau][ours] == pytest.approx(values[theirs], abs=EXACT)
        gain = runs[run]["ndcg_cut_10"]
        assert gain == pytest.approx(values["ndcg_cut_10"], abs=EXACT)


def _check_what_if(track: Track, expected: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "withdraw.txt"
    file.write_text("\n".join(name for name, _ in expected["withdrawn"].values()))
    found = said("exam_what_if", track, withdraw=file, relevance="people")
    assert found["labels_changed"] == expected["labels_changed"] == 979
    assert found["crossed"]["4"] == expected["cross_tau"] == 802
    by_topic = {
        topic: [each["changed"], each["crossed"]["4"]]
        for topic, each in found["by_topic"].items()
    }
    assert by_topic == expected["changed"]
    for h in ("1", "2"):
        kappa = found["kappa"]["4"][h]
        for when in ("before", "after"):
            wanted = expected[f"kappa_{when}_human>={h}"]
            assert kappa[when] == pytest.approx(wanted, abs=EXACT)


def test_second_best_grades_agree_with_people_as_published(track: Track) -> None:
    """The workbench's submission prints 0.167: 5 is 3, 4 is 1, else 0."""
    bank, judge = QuestionBank.objects.get(), Judge.objects.get(name="flan")
    people = Judge.objects.get(name="people")
    bank.track = judge.track = people.track = track
    grades = BankGrades(Basis(bank, judge))
    human = human_grades(grades, people).rows
    labels = bank_labels(grades, "second")
    said = np.array([0, 0, 0, 0, 1, 3])
    table = np.zeros((4, 4), dtype=np.int64)
    for topic, own in labels.items():
        np.add.at(table, (said[own], human[topic]), 1)
    assert table.sum() == 7_263
    assert defined(kappas(table)) == pytest.approx(0.1673, abs=5e-5)


def test_replies_are_read_anew(track: Track) -> None:
    bring_in(track, judge="as the paper", read="paper")
    bring_in(track, judge="as the workbench", read="workbench")
    theirs = _grades("flan")
    assert _grades("as the workbench") == theirs
    paper = _grades("as the paper")
    moved = [(old, new) for old, new in zip(theirs, paper, strict=True) if old != new]
    assert moved == [("0", "1")] * 600
    found = said("exam", track, judge="as the paper", relevance="people")
    assert found["kappa"]["1"]["1"] == pytest.approx(0.2320, abs=5e-5)


def _grades(judge: str) -> list[str]:
    rows = ExamLabel.objects.filter(judge__name=judge).order_by("question", "passage")
    return list(rows.values_list("value", flat=True))


def test_the_lists_have_their_lengths_and_the_file_goes_out_as_it_came(
    track: Track, tmp_path: Path
) -> None:
    expected = json.loads(real(EXPECTED).read_text())
    bank, judge = QuestionBank.objects.get(), Judge.objects.get(name="flan")
    people = Judge.objects.get(name="people")
    bank.track = judge.track = people.track = track
    grades = BankGrades(Basis(bank, judge))
    found = oversight(grades, people, tau=4, low=1)
    assert found.uncovered_number == expected["uncovered_h2_below4"] == 232
    assert found.misled_number == expected["nonrelevant_h0_with4"] == 1947
    out = tmp_path / "graded.jsonl.gz"
    call_command(
        "export",
        track.slug,
        "exam-grades",
        bank="q",
        judge="flan",
        out=out,
        stdout=StringIO(),
    )
    assert in_order(lines_of(out)) == in_order(lines_of(real(GRADED)))


def in_order(lines: list[Any]) -> list[Any]:
    """Return the lines with each passage's ranks in the order of the runs."""
    for _topic, passages in lines:
        for passage in passages:
            ranks = passage["paragraph_data"]["rankings"]
            ranks.sort(key=lambda each: each["method"])
    return lines
