"""The offline support baseline: word overlap, no model; a baseline, not a judge."""

from assess.judging.kernel.words import content_stems, recall

FULL = 0.6
PARTIAL = 0.4


def support_label(
    sentence: str, segment: str, *, full: float = FULL, partial: float = PARTIAL
) -> str:
    """Return the support label that a sentence's words earn from a cited segment.

    The share of the sentence's content stems that occur in the segment: at least full
    is full_support, at least partial is partial_support. A sentence of stop words
    alone says nothing that could be supported: no_support. It cannot see a negation.
    """
    share = recall(set(content_stems(sentence)), set(content_stems(segment))) or 0.0
    if share >= full:
        return "full_support"
    return "partial_support" if share >= partial else "no_support"
