"""Figure 7's grid on the sample: conditions by measures, correlated in three ways."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client
from scipy.stats import kendalltau

from accounts.models import User
from assess.analysis.comparison.presets import links_of
from assess.analysis.comparison.sides import Sides
from runs.models import Track

pytestmark = pytest.mark.stack("embedded")
MEASURES = ("V_strict", "coverage")
Scores = dict[tuple[str, str], float]
TITLE = "2025 overview, Figure 7"


@pytest.fixture
def lines(sample: Track) -> list[dict[str, str]]:
    """Return the lines of the preset's file, for the sample's organizer."""
    client = Client()
    client.force_login(User.objects.get(username="omar"))
    (link,) = (each for each in links_of(Sides(sample)) if each.title.startswith(TITLE))
    page = f"/tracks/{sample.uuid}/agreement/comparison/comparison.csv"
    answer = client.get(f"{page}?{link.query}")
    return list(csv.DictReader(StringIO(answer.getvalue().decode())))


def scores(track: Track, measure: str, *asked: str) -> dict[tuple[str, str], float]:
    """Return a measure's defined values by run and topic, as `score` prints them."""
    out = StringIO()
    more = ("--per-topic", "--full-precision")
    call_command("score", track.slug, *asked, *more, stdout=out, stderr=StringIO())
    rows = csv.DictReader(StringIO(out.getvalue()))
    return {
        (row["run"], row["topic"]): float(row[measure])
        for row in rows
        if row["topic"] != "all" and row[measure]
    }


def taus(a: Scores, b: Scores) -> dict[str, float]:
    """Return tau_b of run means, of topics on average, and of all pairs, by scipy."""
    both = sorted(a.keys() & b.keys())
    grouped: dict[int, dict[str, list[tuple[float, float]]]] = {0: {}, 1: {}}
    for key in both:
        for place, own in grouped.items():
            own.setdefault(key[place], []).append((a[key], b[key]))
    means = [np.mean(pairs, axis=0) for pairs in grouped[0].values()]
    each = [kendalltau(*zip(*pairs, strict=True)) for pairs in grouped[1].values()]
    return {
        "run": kendalltau(*zip(*means, strict=True)).statistic,
        "topic": float(np.nanmean([one.statistic for one in each])),
        "pairs": kendalltau([a[key] for key in both], [b[key] for key in both])[0],
    }


def test_the_grid_has_each_condition_by_each_measure_in_three_ways(
    lines: list[dict[str, str]],
) -> None:
    rights = list(dict.fromkeys(row["right"] for row in lines))
    assert [name.partition(":")[0] for name in rights] == [
        "fully automatic",
        "automatic",
        "automatic assignment",
    ]
    assert [(row["right"], row["measure"], row["level"]) for row in lines] == [
        (right, measure, level)
        for right in rights
        for measure in MEASURES
        for level in ("run", "topic", "pairs")
    ]
    assert all(int(row["n_runs"]) > 2 and int(row["n_topics"]) > 1 for row in lines)
    assert all(-1 <= float(row["tau_b"]) <= 1 for row in lines)


@pytest.mark.parametrize("measure", MEASURES)
def test_each_way_is_scipys_on_what_the_command_prints(
    sample: Track, lines: list[dict[str, str]], measure: str
) -> None:
    people = scores(sample, measure, "--bank=edited", "--judge=assessors")
    for name in ("fully automatic", "automatic", "automatic assignment"):
        machines = scores(sample, measure, f"--condition={name}")
        found = {
            row["level"]: float(row["tau_b"])
            for row in lines
            if row["right"].startswith(f"{name}:") and row["measure"] == measure
        }
        assert found == pytest.approx(taus(people, machines), abs=1e-9)
