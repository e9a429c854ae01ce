"""The scores of many responses at once: nugget_scores over columns of labels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nuggets.kernel.nugget_scores import METRICS, Unlabelled

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

VITAL, OKAY, NO_IMPORTANCE = 2, 1, 0
SUPPORT, PARTIAL_SUPPORT, NOT_SUPPORT = 2, 1, 0
NO_SUBNARRATIVE = -1

# By importance: none, okay, vital; and by value: not, partial, support.
_WEIGHTS = {
    "A": np.array([1.0, 1.0, 1.0]),
    "V": np.array([0.0, 0.0, 1.0]),
    "W": np.array([0.0, 0.5, 1.0]),
}
_CREDIT = np.array([0.0, 0.5, 1.0])
_STRICT = np.array([0.0, 0.0, 1.0])


class BadTable(ValueError):
    """Columns that do not fit together; the message says how."""


class Bank(NamedTuple):
    """The nuggets to score by, one row each, capped by the caller.

    topic: the topic's number. importance: VITAL, OKAY or NO_IMPORTANCE. subnarrative:
    its number, unique over topics, or NO_SUBNARRATIVE.
    """

    topic: Ints
    importance: Ints
    subnarrative: Ints


class Labels(NamedTuple):
    """The labels, one row each: row of the response, row of the nugget, and value.

    value: SUPPORT, PARTIAL_SUPPORT or NOT_SUPPORT; an unlabelled nugget has no row.
    """

    response: Ints
    nugget: Ints
    value: Ints


class ScoreTable(NamedTuple):
    """One row a response; NaN is undefined.

    scores: a column for each of METRICS, in that order. coverage: of sub-narratives.
    nuggets, unlabelled: counts.
    """

    scores: Floats
    coverage: Floats
    nuggets: Ints
    unlabelled: Ints


def score_table(
    bank: Bank,
    response_topic: Ints,
    labels: Labels,
    *,
    unlabelled: Unlabelled = "undefined",
) -> ScoreTable:
    """Score all responses as nugget_scores.score_response does each of them.

    response_topic: the topic's number, one row a response. Linear in the labels, but
    for one sort. Raise BadTable for a label twice, or of another topic's nugget.
    """
    _check(bank, response_topic, labels)
    topics = int(max(bank.topic.max(initial=-1), response_topic.max(initial=-1))) + 1
    sizes = [_count(bank.topic[bank.importance == kind], topics) for kind in range(3)]
    nuggets = (sizes[0] + sizes[1] + sizes[2])[response_topic]
    missing = nuggets - _count(labels.response, len(response_topic))
    columns = [
        _metric(metric, bank, response_topic, labels, sizes) for metric in METRICS
    ]
    scores = np.column_stack(columns)
    coverage = _coverage(bank, response_topic, labels, topics)
    if unlabelled == "undefined":
        scores[missing > 0] = np.nan
        coverage[missing > 0] = np.nan
    return ScoreTable(scores, coverage, nuggets, missing)


def _metric(
    metric: str, bank: Bank, response_topic: Ints, labels: Labels, sizes: list[Ints]
) -> Floats:
    weights = _WEIGHTS[metric[0]]
    credit = _STRICT if metric.endswith("_strict") else _CREDIT
    gained = np.bincount(
        labels.response,
        weights=weights[bank.importance[labels.nugget]] * credit[labels.value],
        minlength=len(response_topic),
    )
    total = sum(weight * size for weight, size in zip(weights, sizes, strict=True))
    return _divide(gained, np.asarray(total)[response_topic])


def _coverage(bank: Bank, response_topic: Ints, labels: Labels, topics: int) -> Floats:
    mapped = bank.subnarrative != NO_SUBNARRATIVE
    places = int(bank.subnarrative.max(initial=-1)) + 1
    pairs = _pairs(bank.topic[mapped], bank.subnarrative[mapped], places)
    full = (labels.value == SUPPORT) & mapped[labels.nugget]
    covered = _pairs(
        labels.response[full], bank.subnarrative[labels.nugget[full]], places
    )
    return _divide(
        _count(covered, len(response_topic)), _count(pairs, topics)[response_topic]
    )


def _pairs(first: Ints, second: Ints, places: int) -> Ints:
    """Return the first members of the distinct pairs."""
    distinct: Ints = np.unique(first * max(places, 1) + second)
    return distinct // max(places, 1)


def _count(rows: Ints, length: int) -> Ints:
    return np.bincount(rows, minlength=length)


def _divide(gained: NDArray[np.generic], total: NDArray[np.generic]) -> Floats:
    undefined = np.full(len(gained), np.nan)
    return np.divide(gained, total, out=undefined, where=np.asarray(total > 0))  # type: ignore[operator]


def _check(bank: Bank, response_topic: Ints, labels: Labels) -> None:
    if (bank.topic[labels.nugget] != response_topic[labels.response]).any():
        raise BadTable("a label joins a nugget and a response of two topics")
    keys = np.sort(labels.response * max(len(bank.topic), 1) + labels.nugget)
    if (keys[1:] == keys[:-1]).any():
        raise BadTable("a nugget is labelled twice on one response")
