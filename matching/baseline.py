"""Word cover as the baseline of a judge."""

from __future__ import annotations

from assess.judging.machine.baselines import Baseline, register_baseline
from assess.judging.models import Judge
from matching.kernel.word_cover import THRESHOLD

WORD_COVER = register_baseline(
    Baseline(
        "word_cover",
        "Word cover",
        "matches nuggets",
        "A nugget is matched if a text has more than half of its words. It sees "
        "neither negation nor paraphrase.",
        threshold=THRESHOLD,
    )
)


def threshold_of(judge: Judge) -> float:
    """Return the percentage that a judge's covers must exceed."""
    given = judge.parameters.get(Judge.THRESHOLD, THRESHOLD)
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    return float(given) if is_number else THRESHOLD
