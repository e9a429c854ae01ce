"""The nugget method's measures as columns of tables, in their order there."""

from __future__ import annotations

from assess.analysis.scores.arrays import Measure
from nuggets.kernel.nugget_scores import NAMES
from runs.models import Track

_SAYS = {
    "V_strict": "the share of vital nuggets at full support",
    "V": "vital nuggets, partial support counting half",
    "W_strict": "vital nuggets, and okay ones at half weight, at full support",
    "W": "vital nuggets, and okay ones at half weight, partial support counting half",
    "A_strict": "the share of all nuggets at full support",
    "A": "all nuggets, partial support counting half",
    "coverage": "the share of sub-narratives with a nugget at full support",
}
_LACKS = {
    "V_strict": "no vital nugget",
    "V": "no vital nugget",
    "W_strict": "no nugget with an importance",
    "W": "no nugget with an importance",
    "A_strict": "no nugget",
    "A": "no nugget",
    "coverage": "no nugget mapped to a sub-narrative",
}
MEASURES = tuple(
    Measure(name, name.replace("_", " "), _SAYS[name], lacks=_LACKS[name])
    for name in NAMES
)


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return the measures; the track's primary one is marked as such."""
    name = primary_of(track)
    return tuple(m.as_primary() if m.name == name else m for m in MEASURES)


def primary_of(track: Track) -> str:
    """Return the name of the measure that ranks runs."""
    return track.profile.primary.nuggets
