"""Nugget scores in the registry of families."""

from __future__ import annotations

from assess.analysis.scores.families import Family, Shows, register
from nuggets.scores.forms import BasisForm
from nuggets.scores.measures import measures_of, primary_of
from nuggets.scores.pins import said_apart
from nuggets.scores.scoring import score_nuggets

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
        ),
        apart=said_apart,
    )
)
