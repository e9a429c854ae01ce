"""Scores and agreement of the sample, recomputed from its files alone."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.analysis.agreement.comparison import compare
from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Track
from tests.nuggets.scores.comparison import tau_of_means

pytestmark = pytest.mark.both_stacks

POINTS = {"support": 1.0, "partial_support": 0.5, "not_support": 0.0}
METRICS = ("V", "V_strict", "W", "W_strict", "A", "A_strict")
Row = dict[str, Any]
SAMPLE = Path(__file__).resolve().parents[3] / "sample"


@pytest.fixture(scope="module")
def loaded(module_db: None) -> Track:
    campaign = read_campaign()
    passwords = dict.fromkeys(campaign.names, "a long enough one")
    return load_sample(campaign, passwords=passwords, now=timezone.now())


@pytest.fixture
def track(loaded: Track, db: None) -> Track:
    return loaded


@pytest.fixture
def client(track: Track) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="omar"))
    return client


def body(client: Client, address: str) -> bytes:
    r = client.get(address)
    assert r.status_code == 200, r.content
    return r.getvalue() if r.streaming else r.content


def exported(
    client: Client, track: Track, bank: Bank, judge: Judge
) -> dict[str, list[Row]]:
    """Return the rows of each run's file in the exported zip."""
    asked = f"bank={bank.uuid}&judge={judge.uuid}&unlabelled=not_support"
    data = body(client, f"/tracks/{track.uuid}/exports/assignments/file/?{asked}")
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        for name in bundle.namelist():
            if name != "manifest.json":
                lines = bundle.read(name).decode().splitlines()
                found[name.removesuffix(".jsonl")] = [json.loads(x) for x in lines]
    return found


def share(pairs: list[tuple[float, float]]) -> float | None:
    """Return the weighted mean of (weight, points); None without any weight."""
    weight = sum(w for w, _ in pairs)
    return sum(w * p for w, p in pairs) / weight if weight else None


def scored(row: Row) -> dict[str, float | None]:
    """Return the six measures of one response, by the definitions of the method."""
    found: dict[str, float | None] = {}
    weights = {"V": {"vital": 1.0}, "W": {"vital": 1.0, "okay": 0.5}}
    for name in METRICS:
        strict = name.endswith("_strict")
        pairs = []
        for nugget in row["nuggets"]:
            points = POINTS[nugget["assignment"]]
            points = float(points == 1) if strict else points
            weight = weights.get(name[0], {"vital": 1.0, "okay": 1.0, "": 1.0}).get(
                nugget["importance"] or "", 0.0
            )
            pairs.append((weight, points))
        found[name] = share(pairs)
    return found


def lines(
    client: Client, track: Track, bank: Bank, judge: Judge, rows: str
) -> list[Row]:
    """Return the leaderboard's CSV, undefined numbers as None."""
    asked = f"bank={bank.uuid}&judge={judge.uuid}&rows={rows}"
    text = body(client, f"/tracks/{track.uuid}/scores.csv?{asked}").decode()
    return list(csv.DictReader(io.StringIO(text)))


def number(cell: str) -> float | None:
    return float(cell) if cell else None


def near(value: float | None) -> object:
    return None if value is None else pytest.approx(value, abs=1e-6)


def tau_b(pairs: list[tuple[float, float]]) -> float:
    """Return Kendall's tau-b, pair by pair."""
    signs = [
        ((x > u) - (x < u), (y > v) - (y < v))
        for at, (x, y) in enumerate(pairs)
        for u, v in pairs[:at]
    ]
    untied_x, untied_y = sum(a != 0 for a, _ in signs), sum(b != 0 for _, b in signs)
    return float(sum(a * b for a, b in signs) / (untied_x * untied_y) ** 0.5)


def kappa(pairs: list[tuple[str, str]]) -> float:
    """Return Cohen's kappa."""
    n = len(pairs)
    same = sum(a == b for a, b in pairs) / n
    chance = sum(
        sum(a == value for a, _ in pairs) * sum(b == value for _, b in pairs)
        for value in POINTS
    ) / (n * n)
    return (same - chance) / (1 - chance)


def pair(track: Track, bank: str, judge: str) -> tuple[Bank, Judge]:
    return track.banks.get(name=bank), track.judges.get(name=judge)


@pytest.mark.parametrize("bank", ["auto", "edited"])
def test_every_score_follows_from_the_exported_labels(
    client: Client, track: Track, bank: str
) -> None:
    basis = pair(track, bank, "sample-model")
    files = exported(client, track, *basis)
    by_topic = lines(client, track, *basis, "topics")
    by_run = lines(client, track, *basis, "runs")
    own = {
        run: {row["qid"]: scored(row) for row in rows} for run, rows in files.items()
    }
    topics = {row["topic"] for row in by_topic}
    assert len(by_run) == len(files) == 8
    for row in by_topic:
        found = own[row["run"]].get(row["topic"], dict.fromkeys(METRICS, 0.0))
        assert {name: number(row[name]) for name in METRICS} == {
            name: near(found[name]) for name in METRICS
        }, row
    means: dict[str, list[float]] = defaultdict(list)
    for row in by_run:
        for name in METRICS:
            values = [own[row["run"]].get(topic, {name: 0.0})[name] for topic in topics]
            mean = fmean(value for value in values if value is not None)
            assert number(row[name]) == near(mean), (row["run"], name)
            means[name].append(mean)
        words = [len(each["answer_text"].split()) for each in files[row["run"]]]
        assert number(row["L"]) == near(fmean(words))
    board = Board(score_nuggets(Basis(*basis)), Rules())
    for name in METRICS:
        per_topic = [
            sorted(own[run].get(topic, {name: 0.0})[name] or 0.0 for run in files)
            for topic in topics
        ]
        spread = board.spreads[board.scored.place(name)]
        assert spread.minimum == near(fmean(each[0] for each in per_topic))
        assert spread.median == near(fmean(median(each) for each in per_topic))
        assert spread.maximum == near(fmean(each[-1] for each in per_topic))


def test_agreement_follows_from_the_files_that_came_in(track: Track) -> None:
    both: dict[str, dict[tuple[str, str, int], str]] = {}
    for name, file in (("ada", "ada"), ("sample-model", "model")):
        text = (SAMPLE / "assignments" / f"{file}.jsonl").read_text(encoding="utf-8")
        both[name] = {
            (row["qid"], row["run_id"], place): nugget["assignment"]
            for row in map(json.loads, text.splitlines())
            for place, nugget in enumerate(row["nuggets"])
            if nugget["assignment"] in POINTS
        }
    ada, model = both["ada"], both["sample-model"]
    shared = [(ada[item], model[item]) for item in ada.keys() & model.keys()]
    first, second = (track.judges.get(name=name) for name in both)
    ours = compare((Side(first), Side(second)), ASSIGNMENT).pairs[0]
    assert ours.n == len(shared) > 100
    alike = sum(a == b for a, b in shared)
    assert ours.agreement.value == pytest.approx(alike / ours.n)
    assert ours.kappa.value == pytest.approx(kappa(shared))


def test_rank_agreement_follows_from_the_leaderboards(
    client: Client, track: Track
) -> None:
    sides = [pair(track, "edited", "sample-model"), pair(track, "auto", "sample-model")]
    one, other = (
        {
            row["run"]: float(row["V_strict"])
            for row in lines(client, track, *side, "runs")
        }
        for side in sides
    )
    found = tau_of_means(Basis(*sides[0]), Basis(*sides[1]))
    expected = tau_b([(one[run], other[run]) for run in sorted(one)])
    assert found.tau.value == pytest.approx(expected)
    assert found.n == len(one)
