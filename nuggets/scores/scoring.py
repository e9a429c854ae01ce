"""The nugget scores of a track's runs, and their family of measures."""

from __future__ import annotations

from assess.analysis.scores.arrays import Scored
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.families import Family, Shows, register
from nuggets.scores.basis import Basis
from nuggets.scores.cells import NuggetGround
from nuggets.scores.forms import BasisForm
from nuggets.scores.measures import measures_of, primary_of
from nuggets.scores.pins import said_apart


def score_nuggets(basis: Basis) -> Scored:
    """Return the nugget scores of every visible run of the basis's track."""
    track = basis.bank.track
    return kept_scores(NuggetGround(basis), measures_of(track), primary_of(track))


NUGGETS = register(
    Family(
        name="nuggets",
        title="Nuggets",
        measures=measures_of,
        primary=primary_of,
        form=BasisForm,
        score=score_nuggets,
        named_for=("bank", "judge"),
        leads=True,
        shows=Shows(
            basis="nuggets/scores/_basis.html",
            chooser="nuggets/scores/_chooser.html",
            foot="nuggets/scores/_foot.html",
            response="nuggets:score_response",
            two="nuggets:response_conditions",
        ),
        apart=said_apart,
    )
)
