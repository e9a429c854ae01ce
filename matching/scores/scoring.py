"""The matching scores of a track's runs, and their family of measures."""

from __future__ import annotations

from assess.analysis.scores.arrays import Scored
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.families import Family, Shows, register
from assess.judging.turns.marks import said_unanswerable
from matching.scores.basis import Basis
from matching.scores.forms import BasisForm
from matching.scores.grounds import MatchingGround
from matching.scores.measures import measures_of, primary_of
from matching.track import has_matching


def score_matching(basis: Basis) -> Scored:
    """Return the matching scores of every visible run of the basis's track."""
    track = basis.bank.track
    return kept_scores(MatchingGround(basis), measures_of(track), primary_of(track))


def _said_apart(basis: Basis, _scored: Scored, /, *, organizes: bool) -> list[str]:  # noqa: ARG001 - as all families
    return said_unanswerable(basis.bank.track)


MATCHING = register(
    Family(
        name="matching",
        title="Matching",
        measures=measures_of,
        primary=primary_of,
        form=BasisForm,
        score=score_matching,
        named_for=("bank", "judge"),
        fits=has_matching,
        apart=_said_apart,
        shows=Shows(foot="matching/scores/_foot.html", response="matching:response"),
    )
)
