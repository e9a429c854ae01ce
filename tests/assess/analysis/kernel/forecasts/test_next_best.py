"""What to judge next: compared with campaigns whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assess.analysis.kernel.forecasts.next_best import _rightly, expect, next_best
from assess.analysis.kernel.rank_correlation import correlations

RUNS, TOPICS, JUDGED = 15, 30, 10


def _campaign(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return people's scores of all topics, and the machine's.

    The machine is nearly right near 0 and wrong in the middle, as shares are.
    """
    worth = rng.normal(0.0, 0.05, RUNS)
    level = rng.choice([0.03, 0.5], TOPICS)
    machine = np.clip(
        worth[:, None] + level + rng.normal(0, 0.02, (RUNS, TOPICS)), 0, 1
    )
    unsure = np.where(machine < 0.2, 0.01, 0.2)
    people = np.clip(machine + unsure * rng.standard_normal(machine.shape), 0, 1)
    return people, machine


def _so_far(people: np.ndarray, judged: int = JUDGED) -> np.ndarray:
    seen = people.copy()
    seen[:, judged:] = math.nan
    return seen


def _tau_with_truth(seen: np.ndarray, people: np.ndarray, machine: np.ndarray) -> float:
    expected = expect(seen, machine)
    assert expected is not None
    means = expected.means.mean(axis=1)[None]
    return float(correlations(means, people.mean(axis=1)[None]).tau[0])


def test_its_first_choice_tells_more_than_chance() -> None:
    rng = np.random.default_rng(2)
    chosen: list[float] = []
    drawn: list[float] = []
    for _ in range(60):
        people, machine = _campaign(rng)
        seen = _so_far(people)
        found = next_best(seen, machine)
        assert found is not None
        for picks, told in (
            ([gain.place[0] for gain in found.topics[:5]], chosen),
            (rng.permutation(np.arange(JUDGED, TOPICS))[:5].tolist(), drawn),
        ):
            then = seen.copy()
            then[:, picks] = people[:, picks]
            told.append(_tau_with_truth(then, people, machine))
    assert np.mean(chosen) > np.mean(drawn) + 0.02


def test_the_response_it_names_first_tells_more_than_chance() -> None:
    rng = np.random.default_rng(3)
    chosen: list[float] = []
    drawn: list[float] = []
    for _ in range(60):
        people, machine = _campaign(rng)
        seen = _so_far(people)
        found = next_best(seen, machine)
        assert found is not None
        open_ones = np.argwhere(np.isnan(seen))
        for picks, told in (
            ([gain.place for gain in found.responses[:40]], chosen),
            (rng.permutation(open_ones)[:40].tolist(), drawn),
        ):
            then = seen.copy()
            for run, topic in picks:
                then[run, topic] = people[run, topic]
            told.append(_tau_with_truth(then, people, machine))
    assert np.mean(chosen) > np.mean(drawn)


def test_it_names_open_topics_alone_best_first() -> None:
    people, machine = _campaign(np.random.default_rng(4))
    found = next_best(_so_far(people), machine)
    assert found is not None
    assert {gain.place[0] for gain in found.topics} == set(range(JUDGED, TOPICS))
    gains = [gain.gain for gain in found.topics]
    assert gains == sorted(gains, reverse=True)
    assert all(gain.n == RUNS for gain in found.topics)
    assert min(gains) >= -1e-12


def test_all_gains_together_lead_no_further_than_certainty() -> None:
    people, machine = _campaign(np.random.default_rng(5))
    seen = _so_far(people, TOPICS - 1)
    found = next_best(seen, machine)
    assert found is not None
    # After its last topic is judged, the ranking is the true one.
    assert found.tau + found.topics[0].gain == pytest.approx(1.0)


@pytest.mark.parametrize("judged", [0, 1, TOPICS])
def test_it_says_nothing_of_too_little_or_of_nothing_open(judged: int) -> None:
    people, machine = _campaign(np.random.default_rng(6))
    assert next_best(_so_far(people, judged), machine) is None


def test_a_constant_machine_fits_no_line() -> None:
    people, machine = _campaign(np.random.default_rng(6))
    assert next_best(_so_far(people), np.full_like(machine, 0.5)) is None


def test_the_chance_to_stand_rightly_is_that_of_a_simulation() -> None:
    rng = np.random.default_rng(9)
    gap, whole, learnt = 0.1, 0.09, 0.05
    moved = gap + math.sqrt(learnt) * rng.standard_normal(200_000)
    true = moved + math.sqrt(whole - learnt) * rng.standard_normal(200_000)
    seen = np.mean(np.sign(moved) == np.sign(true))
    said = _rightly(np.array([gap]), np.array([whole]), np.array([learnt]))[0]
    assert said == pytest.approx(seen, abs=0.01)
