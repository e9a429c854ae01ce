"""The nugget scores of a track's runs, kept and right."""

from __future__ import annotations

from assess.analysis.scores.arrays import Scored
from assess.analysis.scores.cache import kept_scores
from nuggets.scores.basis import Basis
from nuggets.scores.cells import NuggetGround
from nuggets.scores.measures import measures_of, primary_of


def score_nuggets(basis: Basis) -> Scored:
    """Return the nugget scores of every visible run of the basis's track."""
    track = basis.bank.track
    return kept_scores(NuggetGround(basis), measures_of(track), primary_of(track))
