"""What a judge's labels may be used for, by the thresholds of its track."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.trust.differences import Differences
from assess.analysis.trust.figures import CUT, KAPPA, TrustFigure
from assess.analysis.trust.thresholds import Thresholds

LABELS = "Use for labels"
FIRST_PASS = "Use for a first pass"  # noqa: S105 - no password
NOT = "Do not use"
OPEN = "Not known yet"


class Fitness(NamedTuple):
    """One of the four sentences, and what decides it."""

    says: str
    because: str

    @property
    def state(self) -> str:
        """Return the state whose mark is shown beside it."""
        states = {LABELS: "accepted", FIRST_PASS: "warned", NOT: "failed"}
        return states.get(self.says, "queued")


def fitness_of(
    figure: TrustFigure, apart: Differences | None, thresholds: Thresholds
) -> Fitness:
    """Return what labels with this agreement may be used for.

    The low end of κ's interval decides, so that few items never do. A judge that
    favours a run beyond the threshold gives no labels, whatever κ is.
    """
    found = figure.found
    if figure.measure not in (KAPPA, CUT) or found.value is None:
        return Fitness(OPEN, "κ is not defined on these labels.")
    if found.low is None:
        return Fitness(OPEN, "Too few items: κ has no interval.")
    low = found.low
    if low < thresholds.first_pass:
        if found.high is not None and found.high >= thresholds.first_pass:
            return Fitness(OPEN, _between(low, found.high, thresholds.first_pass))
        return Fitness(NOT, f"κ is below {thresholds.first_pass:.2f}.")
    if low < thresholds.labels:
        return Fitness(FIRST_PASS, _short_of(low, thresholds.labels))
    if (favoured := apart and apart.favoured) is not None:
        excess = favoured.excess.value or 0.0
        if abs(excess) > thresholds.favour:
            return Fitness(FIRST_PASS, _favours(favoured.run.name, excess))
    return Fitness(LABELS, f"κ is at least {low:.2f}.")


def _between(low: float, high: float, least: float) -> str:
    needed = f"{least:.2f} is needed. Judge more items."
    return f"κ is between {low:.2f} and {high:.2f}; {needed}"


def _short_of(low: float, least: float) -> str:
    return f"κ is at least {low:.2f}; labels need {least:.2f}."


def _favours(run: str, excess: float) -> str:
    how = "higher" if excess > 0 else "lower"
    return f"It labels {run} {abs(excess):.2f} steps {how} than the other runs."
