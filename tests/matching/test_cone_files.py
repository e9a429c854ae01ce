"""CONE-RAG's own output files go out, and gold answers are scored as a run."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.test import Client

from accounts.models import User
from runs.models import Membership, Track
from runs.models import Run as Submission
from tests.make import make_response, make_run
from tests.matching.conftest import Run
from tests.matching.example import decisions, make_worked, written

pytestmark = pytest.mark.both_stacks
NAMED = {"bank": "gold", "judge": "nli"}


@pytest.fixture
def track(db: None, run: Run, tmp_path: Path) -> Track:
    """The worked example, decided by pairs."""
    track, _bank = make_worked()
    file = written(tmp_path / "nli.jsonl", decisions())
    run("import_decisions", track, file, **NAMED)
    return track


def _exported(run: Run, track: Track, folder: Path, **named: object) -> dict[str, Any]:
    run("export", track, "cone-rag", out=folder, **{**NAMED, **named})
    files = {path.name: path.read_text() for path in folder.iterdir()}
    return {name: text for name, text in files.items() if "manifest" not in name}


def test_the_results_by_pairs(track: Track, run: Run, tmp_path: Path) -> None:
    files = _exported(run, track, tmp_path / "out")
    assert set(files) == {"entailment_results.json", "nuggets_results.json"}
    # The worked example under CONE-RAG's rules: 0.3333 and 0.1667.
    (scores,) = json.loads(files["entailment_results.json"]).values()
    assert scores == pytest.approx({"precision": 1 / 3, "recall": 1 / 6})
    assert json.loads(files["nuggets_results.json"]) == {
        "predicted_gold_nuggets": {"run-a": {"14_1": ["[1]", "[2]"]}},
        "predictive_response_nuggets": {"run-a": {"14_1": ["[0]", "[1]"]}},
    }


def test_the_coverage_by_responses(track: Track, run: Run, tmp_path: Path) -> None:
    make_run(track, "../b")
    make_response(
        Submission.objects.get(name="../b"), track.topics.get(name="14_2"), ["Hail."]
    )
    rows = [
        {"turn": turn, "run": tag, "gold": gold, "match": match}
        for turn, tag, gold, match in (
            ("14_1", "run-a", 1, True),
            ("14_1", "run-a", 2, False),
            ("14_2", "../b", 2, True),
        )
    ]
    file = written(tmp_path / "people.jsonl", rows)
    run("import_decisions", track, file, bank="gold", judge="people")
    files = _exported(run, track, tmp_path / "out", judge="people")
    assert set(files) == {
        "coverage_run-a.jsonl",
        "recall_run-a.json",
        "coverage_%2E.%2Fb.jsonl",
        "recall_%2E.%2Fb.json",
    }
    assert json.loads(files["coverage_run-a.jsonl"]) == {
        "topic_turn_id": "14_1",
        "covered": ["[1]"],
        "uncovered": ["[2]"],
        "recall": 0.5,
        "response": None,
    }
    assert json.loads(files["recall_run-a.json"]) == {"model_recall": 0.5}


def test_nothing_decided_gives_no_files(track: Track, run: Run, tmp_path: Path) -> None:
    run("create_judge", track, "words", baseline="word_cover")
    with pytest.raises(CommandError):
        _exported(run, track, tmp_path / "out", judge="words")


def test_decisions_by_pairs_row_by_row(track: Track, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "labels.jsonl"
    run("export", track, "entail-labels", judge="nli", out=out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {(row["span"], row["text"], row["value"]) for row in rows} == {
        ("ice one", "alpha ice", "yes"),
        ("ice one", "beta ice", "yes"),
        ("ice two", "beta ice", "yes"),
    }


def test_gold_answers_as_a_run_have_scores_and_no_rank(
    track: Track,
    run: Run,
    tmp_path: Path,
    omar: User,
    omar_client: Client,
) -> None:
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    answer = {"nuggets": {"matched": ["alpha ice"], "not-matched": []}}
    file = tmp_path / "gold.json"
    file.write_text(
        json.dumps({"14_1": {"manual": {**answer, "response": "It has alpha ice."}}})
    )
    run("import_responses", track, file, control=True)
    assert Submission.objects.get(name="manual").control
    run("import_response_nuggets", track, file, judge="spans")
    run("create_judge", track, "words", baseline="word_cover")
    run("judge", track, kind="entail", bank="gold", judge="words")
    said = run("matching", track, bank="gold", judge="words", format="json")
    assert json.loads(said)["runs"]["manual"]["precision"] == 1
    pairs = track.judges.get(name="words").uuid
    page = omar_client.get(f"/tracks/{track.uuid}/matching/?pairs={pairs}")
    ranks = {row.run.name: row.cells[0].rank for row in page.context["table"].rows}
    assert ranks == {"run-a": 1, "manual": None}
    assert ">control<" in page.content.decode()
