"""The citation scores of many responses at once: support_scores over columns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

UNLABELLED, NO_SUPPORT, PARTIAL, FULL, NEEDS_NONE = -1, 0, 1, 2, 3
_WEIGHTS = np.array([0.0, 0.5, 1.0, 0.0, 0.0])  # the last: what index -1 falls on
_HARD = np.array([0.0, 0.0, 1.0, 0.0, 0.0])


class Cited(NamedTuple):
    """Sentences and their citations, a row each.

    response: of each sentence, its response's row. sentence: of each citation, its
    sentence's row. position: among the sentence's citations, the strongest first.
    value: the citation's label, UNLABELLED where it has none.
    """

    response: Ints
    sentence: Ints
    position: Ints
    value: Ints


class SupportTable(NamedTuple):
    """A row a response; NaN is an empty denominator.

    By the first citation: precision, recall, and both hard, where partial support
    counts 0; then over all judged citations. unjudged, exempt: sentences whose first
    citation has no label, or needs none. labelled, citations: counts of citations.
    """

    precision: Floats
    recall: Floats
    all_precision: Floats
    all_recall: Floats
    hard_precision: Floats
    hard_recall: Floats
    unjudged: Ints
    exempt: Ints
    labelled: Ints
    citations: Ints


class _Sentences(NamedTuple):
    """By sentence: how many citations count, are labelled, and whether it is exempt."""

    cited: Ints
    labelled: Ints
    exempt: Flags
    weight: Floats
    hard: Floats


def support_table(cited: Cited, responses: int) -> SupportTable:
    """Score all responses as support_scores does each of them."""
    first = _sentences(cited, _is_first(cited))
    every = _sentences(cited, np.ones(len(cited.sentence), dtype=bool))
    whose = cited.response
    precision, recall = _shares(first, first.weight, whose, responses)
    all_precision, all_recall = _shares(every, every.weight, whose, responses)
    hard_precision, hard_recall = _shares(first, first.hard, whose, responses)
    open_ = (first.cited > 0) & (first.labelled == 0)
    of_citation = whose[cited.sentence]
    return SupportTable(
        precision,
        recall,
        all_precision,
        all_recall,
        hard_precision,
        hard_recall,
        unjudged=_count(whose[open_], responses),
        exempt=_count(whose[first.exempt], responses),
        labelled=_count(of_citation[cited.value != UNLABELLED], responses),
        citations=_count(of_citation, responses),
    )


def _is_first(cited: Cited) -> Flags:
    order = np.lexsort((cited.position, cited.sentence))
    _, starts = np.unique(cited.sentence[order], return_index=True)
    first = np.zeros(len(order), dtype=bool)
    first[order[starts]] = True
    return first


def _sentences(cited: Cited, which: Flags) -> _Sentences:
    size = len(cited.response)
    sentence, value = cited.sentence[which], cited.value[which]
    known = value != UNLABELLED
    return _Sentences(
        cited=_count(sentence, size),
        labelled=_count(sentence[known], size),
        exempt=_count(sentence[value == NEEDS_NONE], size) > 0,
        weight=_sums(sentence, _WEIGHTS[value], size),
        hard=_sums(sentence, _HARD[value], size),
    )


def _shares(
    found: _Sentences, weight: Floats, whose: Ints, responses: int
) -> tuple[Floats, Floats]:
    """Return precision and recall: each sentence is the mean of its labelled ones."""
    judged = (found.labelled > 0) & ~found.exempt
    each = weight[judged] / found.labelled[judged]
    total = _sums(whose[judged], each, responses)
    sentences = _count(whose[judged], responses)
    silent = _count(whose[found.cited == 0], responses)
    return _divide(total, sentences), _divide(total, sentences + silent)


def _count(rows: Ints, length: int) -> Ints:
    return np.bincount(rows, minlength=length)


def _sums(rows: Ints, weights: Floats, length: int) -> Floats:
    found: Floats = np.bincount(rows, weights=weights, minlength=length).astype(float)
    return found


def _divide(gained: Floats, total: Ints) -> Floats:
    undefined = np.full(len(gained), np.nan)
    shares: Floats = np.divide(gained, total, out=undefined, where=total > 0)
    return shares
