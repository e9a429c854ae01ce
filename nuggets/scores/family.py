"""Nugget scores in the registry of families."""

from __future__ import annotations

from assess.scores.families import Family, Shows, register
from nuggets.scores.apart import said_apart
from nuggets.scores.forms import BasisForm
from nuggets.scores.measures import measures_of, primary_of
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
            basis="nuggets/_basis.html",
            chooser="nuggets/_scores_chooser.html",
            foot="nuggets/_scores_foot.html",
            response="nuggets:score_response",
        ),
        apart=said_apart,
    )
)
