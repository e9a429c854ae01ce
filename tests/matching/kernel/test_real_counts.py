"""The released files of CONE-RAG hold what its paper, or a recount, says."""

from __future__ import annotations

import csv
from collections import Counter
from statistics import fmean

import pytest
from scipy.stats import kendalltau, spearmanr

from runs.kernel.checks.findings import Report
from runs.kernel.formats.assignments import read_matches
from runs.kernel.formats.ikat_responses import TurnResponse, read_responses
from runs.kernel.formats.nuggets import TopicNuggets, read_nuggets
from runs.kernel.formats.qrels import read_qrels
from tests.real_data import real

Row = dict[str, str]


def _gold(name: str) -> list[TopicNuggets]:
    report = Report()
    with real(name).open("rb") as source:
        found = list(read_nuggets(source, name, report=report))
    assert report.errors == 0
    return found


def _responses(name: str) -> list[TurnResponse]:
    report = Report()
    with real(name).open("rb") as source:
        found = list(read_responses(source, name, report=report))
    assert report.errors == 0
    return found


@pytest.mark.parametrize(
    ("name", "grades", "repeated"),
    [
        ("ikat-2024/gold_nuggets_human", (410, 1225, 587, 57), 40),
        ("ikat-2024/gold_nuggets_human_deduplicated", (197, 673, 304, 27), 0),
        ("evaluators/cone/gold_nuggets_llm", (1196, 3730, 1600, 154), 718),
        ("evaluators/cone/gold_nuggets_llm_deduplicated", (628, 2173, 883, 76), None),
    ],
)
def test_the_gold_nuggets_by_relevance(
    name: str, grades: tuple[int, ...], repeated: int | None
) -> None:
    topics = _gold(f"{name}.json")
    nuggets = [nugget for topic in topics for nugget in topic.nuggets]
    counts = Counter(nugget.grade for nugget in nuggets)
    assert tuple(counts[grade] for grade in (1, 2, 3, 4)) == grades
    assert len(topics) == 116
    assert sum(bool(topic.nuggets) for topic in topics) == 78
    texts = {(topic.topic, n.text) for topic in topics for n in topic.nuggets}
    assert repeated is None or len(nuggets) - len(texts) == repeated


def test_what_is_deduplicated_keeps_its_number_and_text() -> None:
    whole = _gold("ikat-2024/gold_nuggets_human.json")
    fewer = _gold("ikat-2024/gold_nuggets_human_deduplicated.json")
    every = {(t.topic, n.number, n.text) for t in whole for n in t.nuggets}
    assert {(t.topic, n.number, n.text) for t in fewer for n in t.nuggets} < every


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ikat-2024/gold_nuggets_human.json", 32.375),
        ("evaluators/cone/gold_nuggets_llm.json", 13.664),
    ],
)
def test_the_mean_length_of_gold_nuggets(name: str, words: float) -> None:
    lengths = [len(n.text.split()) for topic in _gold(name) for n in topic.nuggets]
    assert fmean(lengths) == pytest.approx(words, abs=5e-4)


def test_the_gold_answers() -> None:
    answers = _responses("ikat-2024/gold_response_and_nuggets_human.json")
    written = [each for each in answers if each.text.strip()]
    assert (len(answers), len(written)) == (79, 62)
    assert fmean(len(each.text.split()) for each in written) == pytest.approx(
        102.5, abs=0.05
    )
    nuggets = [each.matched or () for each in answers]
    assert (sum(map(len, nuggets)), sum(map(bool, nuggets))) == (282, 57)
    assert not any(each.unmatched for each in answers)


@pytest.mark.parametrize(
    ("name", "runs", "matched", "lost"),
    [
        ("ikat-2024/automatic_response", 19, 7905, 235),
        ("evaluators/cone/manual_response", 4, 1987, 4),
    ],
)
def test_the_responses_and_their_nuggets(
    name: str, runs: int, matched: int, lost: int
) -> None:
    plain = _responses(f"{name}s.json")
    assert len(plain) == 79 * runs
    assert len({each.run_tag for each in plain}) == runs
    assert len({each.topic for each in plain}) == 79
    spans = _responses(f"{name}_nuggets.json")
    assert {(each.topic, each.run_tag) for each in spans} == {
        (each.topic, each.run_tag) for each in plain
    }
    assert sum(len(each.matched or ()) for each in spans) == matched
    assert sum(len(each.unmatched or ()) for each in spans) == lost


def test_the_human_labels() -> None:
    name = "ikat-2024/human-study-matching-labels.txt"
    with real(name).open("rb") as source:
        rows = list(read_matches(source, name, report=Report(), aliases=None))
    assert Counter(row.assignment == "support" for row in rows) == {
        False: 932,
        True: 154,
    }
    assert len({row.batch for row in rows}) == 122
    assert len({row.topic for row in rows}) == 25
    assert len({row.run_tag for row in rows}) == 6


def test_the_pool_of_the_model() -> None:
    name = "ikat-2024/llm-gpt4-pool-depth-30.txt"
    with real(name).open("rb") as source:
        rows = list(read_qrels(source, name, report=Report(), grades=range(5)))
    counts = Counter(row.grade for row in rows)
    assert [counts[g] for g in range(5)] == [17_130, 8_771, 4_393, 1_993, 712]
    assert len({row.topic for row in rows}) == 80
    assert {row.topic.partition("_")[0] for row in rows} == set("0123456")


def _table(name: str) -> dict[str, Row]:
    lines = real(f"evaluators/cone/{name}.csv").read_text().splitlines()
    return {row["run"]: row for row in csv.DictReader(lines)}


def test_recall_with_human_nuggets_against_retrieval() -> None:
    """CONE-RAG, Table 12: .404 and .563 there; the rest is rounding.

    The printed τ are multiples of 1/171, so 19 runs; Table 11 lacks one, taken as 0.
    """
    answers, rankings = _table("p3-table9"), _table("p3-table11")
    automatic = list(answers)[:19]
    assert [name for name in automatic if name not in rankings] == ["iires-1"]
    recalls = [float(answers[name]["R_h"]) for name in automatic]
    ndcg = [float(rankings.get(name, {"nDCG5": "0"})["nDCG5"]) for name in automatic]
    assert kendalltau(recalls, ndcg).statistic == pytest.approx(0.399, abs=5e-4)
    assert spearmanr(recalls, ndcg).statistic == pytest.approx(0.556, abs=5e-4)
