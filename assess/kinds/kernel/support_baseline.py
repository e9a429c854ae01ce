"""The offline support baseline: word overlap, no model; a baseline, not a judge."""

from assess.judging.kernel.words import content_stems, recall

FULL = 0.6
PARTIAL = 0.4


def support_label(
    sentence: str, segment: str, *, full: float = FULL, partial: float = PARTIAL
) -> str:
    """Return the support label for the overlap of a sentence with a cited segment.

    The overlap is the share of the sentence's content stems that occur in the segment:
    at least full is full_support, at least partial is partial_support. A sentence with
    only stop words states nothing that could be supported: no_support. The rule does
    not recognize negation.
    """
    share = recall(set(content_stems(sentence)), set(content_stems(segment))) or 0.0
    if share >= full:
        return "full_support"
    return "partial_support" if share >= partial else "no_support"
