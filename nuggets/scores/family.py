"""Nugget scores in the registry of families."""

from __future__ import annotations

from assess.scores.families import Family, Shows, register
from assess.scores.scored import Measure
from nuggets.scores.apart import said_apart
from nuggets.scores.forms import BasisForm
from nuggets.scores.measures import MEASURES, PRIMARY
from nuggets.scores.scoring import score_nuggets
from runs.models import Track


def _measures(_track: Track) -> tuple[Measure, ...]:
    return MEASURES


def _primary(_track: Track) -> str:
    return PRIMARY


NUGGETS = register(
    Family(
        name="nuggets",
        title="Nuggets",
        measures=_measures,
        primary=_primary,
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
