"""Measures of the support of responses' sentences by citations (method 7).

P4 3.3. Citations are given as columns, so that all responses of a track are scored at
once.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Share = Literal["precision", "recall"]
Citations = Literal["first", "all"]

# Columns contain places in these, or UNLABELLED.
VALUES = ("no_support", "partial_support", "full_support", "no_citation_needed")
NEEDS_NONE = VALUES.index("no_citation_needed")
UNLABELLED = -1

# The credit of each label.
HARD = {"full_support": 1.0}
PARTIAL_HALF = {"full_support": 1.0, "partial_support": 0.5}


class CitationMeasure(NamedTuple):
    """A share of the sentences; each counts the mean credit of its judged citations.

    share: precision is over the sentences with a judged citation; recall also over
    those without any citation. citations: the first of each sentence, or all.
    """

    share: Share
    citations: Citations
    credit: Mapping[str, float]


MEASURES = {  # by RAGDoll's names
    "weighted_precision_first_citation": CitationMeasure(
        "precision", "first", PARTIAL_HALF
    ),
    "weighted_recall_first_citation": CitationMeasure("recall", "first", PARTIAL_HALF),
    "weighted_precision_all_judged_citations": CitationMeasure(
        "precision", "all", PARTIAL_HALF
    ),
    "weighted_recall_all_judged_citations": CitationMeasure(
        "recall", "all", PARTIAL_HALF
    ),
    "hard_precision": CitationMeasure("precision", "first", HARD),
    "hard_recall": CitationMeasure("recall", "first", HARD),
}


class Cited(NamedTuple):
    """Sentences and their citations, one row each.

    response: of each sentence, its response's row. sentence: of each citation, its
    sentence's row. position: among the sentence's citations, the strongest first.
    value: the place of the citation's label in VALUES, their number for one that is not
    among them, UNLABELLED for none. exempt: of each sentence, whether a label on
    itself, not on a citation, says that it needs none.
    """

    response: Ints
    sentence: Ints
    position: Ints
    value: Ints
    exempt: Flags


class SupportScores(NamedTuple):
    """The scores of responses; NaN means an empty denominator.

    values: (MEASURES, responses). The rest are counts, one per response. unjudged,
    exempt: sentences whose first citation has no label, or a label that they need none.
    labelled, citations: citations with a label, and all.
    """

    values: Floats
    unjudged: Ints
    exempt: Ints
    labelled: Ints
    citations: Ints


class _Sentences(NamedTuple):
    """Sentences with those of their citations that count, one row each.

    cited, labelled: the numbers of these citations, and of those with a label. exempt:
    a label says that the sentence needs none. row, value: each labelled citation's
    sentence, and label.
    """

    cited: Ints
    labelled: Ints
    exempt: Flags
    row: Ints
    value: Ints


def place_of(value: str) -> int:
    """Return a label's place in `Cited.value`; "" means no label."""
    if not value:
        return UNLABELLED
    return VALUES.index(value) if value in VALUES else len(VALUES)


def score_responses(cited: Cited, responses: int) -> SupportScores:
    """Return the scores of every response, given their number.

    A sentence whose counted citations are all unjudged is in no denominator, nor is one
    that needs no citation (our choice: the papers give it no weight).
    """
    found: dict[Citations, _Sentences] = {
        "first": _sentences(cited, _is_first(cited)),
        "all": _sentences(cited, np.ones(len(cited.sentence), dtype=bool)),
    }
    whose, first = cited.response, found["first"]
    values = [
        _score(measure, found[measure.citations], whose, responses)
        for measure in MEASURES.values()
    ]
    unjudged = (first.cited > 0) & (first.labelled == 0)
    of_citation = whose[cited.sentence]
    return SupportScores(
        np.stack(values),
        unjudged=_count(whose[unjudged], responses),
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
    row, value = cited.sentence[which], cited.value[which]
    known = value != UNLABELLED
    return _Sentences(
        cited=_count(row, size),
        labelled=_count(row[known], size),
        exempt=cited.exempt | (_count(row[value == NEEDS_NONE], size) > 0),
        row=row[known],
        value=value[known],
    )


def _score(
    measure: CitationMeasure, found: _Sentences, whose: Ints, responses: int
) -> Floats:
    """Return a measure of each response; whose: each sentence's response."""
    places = (*VALUES, "off the scale")
    credit = np.array([measure.credit.get(value, 0.0) for value in places])
    sums = _sums(found.row, credit[found.value], len(whose))
    judged = (found.labelled > 0) & ~found.exempt
    total = _sums(whose[judged], sums[judged] / found.labelled[judged], responses)
    sentences = _count(whose[judged], responses)
    if measure.share == "recall":
        sentences = sentences + _count(
            whose[(found.cited == 0) & ~found.exempt], responses
        )
    return _divide(total, sentences)


def _count(rows: Ints, length: int) -> Ints:
    return np.bincount(rows, minlength=length)


def _sums(rows: Ints, weights: Floats, length: int) -> Floats:
    found: Floats = np.bincount(rows, weights=weights, minlength=length).astype(float)
    return found


def _divide(gained: Floats, total: Ints) -> Floats:
    undefined = np.full(len(gained), np.nan)
    shares: Floats = np.divide(gained, total, out=undefined, where=total > 0)
    return shares
