"""The measures of the nugget method, in the order that tables show them."""

from __future__ import annotations

from assess.scores.scored import Measure
from nuggets.kernel.nugget_scores import METRICS

PRIMARY = "V_strict"
COVERAGE = "coverage"
_SAYS = {
    "V_strict": "the share of vital nuggets at full support: the primary measure",
    "V": "vital nuggets, partial support counting half",
    "W_strict": "vital nuggets, and okay ones at half weight, at full support",
    "W": "vital nuggets, and okay ones at half weight, partial support counting half",
    "A_strict": "the share of all nuggets at full support",
    "A": "all nuggets, partial support counting half",
    COVERAGE: "the share of sub-narratives with a nugget at full support",
}
_LACKS = {
    "V": "no vital nugget",
    "W": "no nugget with an importance",
    "A": "no nugget",
    "c": "no nugget mapped to a sub-narrative",
}
MEASURES = tuple(
    Measure(name, name.replace("_", " "), _SAYS[name], lacks=_LACKS[name[0]])
    for name in (*METRICS, COVERAGE)
)
