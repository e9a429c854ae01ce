"""Exports read by the programs for which they are made, if these are installed."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.assess.exchange.exports.campaign import Judged, json_lines, write
from tests.make import make_response, make_run

PLACES = 1e-6  # leaderboards have six


def test_trec_eval_reads_the_qrels(made: Judged, tmp_path: Path) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    write(made, "qrels", tmp_path / "q", unjudged="minus_one", iteration="Q0")
    with (tmp_path / "q").open() as source:
        qrels = pytrec_eval.parse_qrel(source)
    assert qrels == {"9": {"d0": 4, "d1": 0, "d2": -1}, "10": {"d0": 1}}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.30", "recall.100"})
    found = evaluator.evaluate({"9": {"d1": 3.0, "d0": 2.0, "d2": 1.0}})["9"]
    write(made, "retrieval-scores", tmp_path / "l", form="ir_measures")
    ours = scores(tmp_path / "l")
    for name in ("ndcg_cut_30", "recall_100"):
        assert ours["bm25", "9", name] == pytest.approx(found[name], abs=PLACES)


def scores(path: Path) -> dict[tuple[str, str, str], float]:
    """Return {(run, topic, measure): value} of a file in ir_measures' format."""
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {(run, topic, name): float(value) for run, topic, name, value in rows}


def test_means_of_the_support_metrics_are_the_leaderboard_s(
    made: Judged, tmp_path: Path
) -> None:
    for name, said in (("uncited", ("a", "b")), ("empty", ())):
        run = make_run(made.track, name)
        make_response(run, made.topics[0], said)
        make_response(run, made.topics[1])
    asked = {"form": "ir_measures", "no_ground": "zero"}
    write(made, "support-scores", tmp_path / "l", **asked)  # type: ignore[arg-type]
    write(made, "support-metrics", tmp_path / "m", form="flat")
    lines = (line.split() for line in (tmp_path / "m").read_text("utf-8").splitlines())
    given = {(run, topic, name): float(value) for run, topic, name, value in lines}
    topics = {topic for _run, topic, _measure in given}
    means = {
        (run, measure): sum(given.get((run, t, measure), 0.0) for t in topics)
        / len(topics)
        for run, _topic, measure in given
    }
    ours = {
        (run, measure): value
        for (run, topic, measure), value in scores(tmp_path / "l").items()
        if topic == "all" and measure not in ("unjudged", "exempt")
    }
    assert means == pytest.approx(ours, abs=PLACES)
    assert {run for run, _ in ours} == {"b", "uncited", "empty"}


def nuggetizer_metrics() -> ModuleType:
    """Import only nuggetizer's metrics: the rest of it needs models."""
    found = importlib.util.find_spec("nuggetizer")
    if found is None or not found.submodule_search_locations:
        pytest.skip("nuggetizer is not installed")
    path = Path(found.submodule_search_locations[0]) / "core" / "metrics.py"
    spec = importlib.util.spec_from_file_location("nuggetizer_metrics", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nuggetizer_scores_assignments_as_the_leaderboard_does(
    made: Judged, tmp_path: Path
) -> None:
    metrics = nuggetizer_metrics()
    write(made, "assignments", tmp_path / "out")
    asked = {"unanswered": "left_out", "no_ground": "zero", "form": "ir_measures"}
    write(made, "nuggets-scores", tmp_path / "l", **asked)  # type: ignore[arg-type]
    ours = scores(tmp_path / "l")
    names = {"V_strict": "strict_vital", "A_strict": "strict_all", "V": "vital"}
    files = sorted((tmp_path / "out").glob("*.jsonl"))
    assert len(files) == 2
    for file in files:
        rows = json_lines(file)
        whole = metrics.calculate_global_metrics(rows)
        for ours_name, name in (names | {"A": "all"}).items():
            mean = ours[rows[0]["run_id"], "all", ours_name]
            assert mean == pytest.approx(whole[f"{name}_score"], abs=PLACES)


@pytest.fixture
def stop_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give AutoJudge's packages the list that they would download when imported."""
    words = tmp_path / "nltk" / "corpora" / "stopwords"
    words.mkdir(parents=True)
    (words / "english").write_text("the\n")
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk"))
    monkeypatch.setenv("NLTK_DOWNLOAD", "0")


def autojudge(name: str) -> Any:  # noqa: ANN401 - a module of another package
    """Import a module of AutoJudge's, or skip."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        pytest.skip(f"{name} is not installed")
    return importlib.import_module(name)


def test_autojudge_reads_the_banks(
    made: Judged, tmp_path: Path, stop_words: None
) -> None:
    base = autojudge("autojudge_base.nugget_data")
    write(made, "autojudge-nuggets", tmp_path / "a.jsonl")
    banks = base.load_nugget_banks_from_file(tmp_path / "a.jsonl").banks
    claims = banks["9"].claim_bank
    assert list(claims) == ["<frost>", "سلام", "c"]
    assert [each.doc_id for each in claims["<frost>"].references] == ["d0"]
    assert [claim.importance for claim in claims.values()] == ["vital", "vital", "okay"]


@pytest.mark.parametrize("form", ["ir_measures", "tot", "jsonl", "trec_eval"])
def test_autojudge_evaluate_reads_the_leaderboards(
    made: Judged, tmp_path: Path, stop_words: None, form: str
) -> None:
    results = autojudge("autojudge_evaluate.eval_results")
    write(made, "nuggets-scores", tmp_path / "l", form=form)
    inside = {"jsonl": "leaderboard.jsonl", "trec_eval": "runs"}.get(form, "")
    asked = {"recompute_aggregates": False, "verify": True, "on_missing": "ignore"}
    found = results.load(tmp_path / "l" / inside, format=form, **asked)
    values = {(e.topic_id, e.measure, e.run_id): float(e.value) for e in found.entries}
    assert values["9", "A", "b"] == 0.5
    assert values["all", "A", "b"] == pytest.approx(5 / 12, abs=1e-4)
