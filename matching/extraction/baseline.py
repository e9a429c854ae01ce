"""The nuggets of a response by a rule: its sentences."""

from __future__ import annotations

from assess.judging.kernel.sentences import sentences
from assess.judging.machine.baselines import Baseline, register_baseline
from matching.kernel.spans import Span

SENTENCES = register_baseline(
    Baseline(
        "sentences",
        "Sentences",
        "extracts response nuggets",
        "Takes every sentence of a response for a nugget, whether it bears on the "
        "request or not.",
    )
)


def extract_by_rule(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text."""
    return tuple(
        Span(text[start:end], start, end, "verbatim") for start, end in sentences(text)
    )
