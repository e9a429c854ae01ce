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

    response_topic: the topic's number, one row a response. Linear in the labels. Raise
    BadTable for a label twice, or of another topic's nugget.
    """
    _check(bank, response_topic, labels)
    topics = int(max(bank.topic.max(initial=-1), response_topic.max(initial=-1))) + 1
    sizes = _table(bank.topic, bank.importance, topics, 3)
    given = _counts(bank, labels, len(response_topic))
    nuggets = sizes.sum(axis=1)[response_topic]
    missing = nuggets - given.sum(axis=(1, 2))
    columns = [_metric(metric, given, sizes[response_topic]) for metric in METRICS]
    scores = np.column_stack(columns)
    coverage = _coverage(bank, response_topic, labels, topics)
    if unlabelled == "undefined":
        scores[missing > 0] = np.nan
        coverage[missing > 0] = np.nan
    return ScoreTable(scores, coverage, nuggets, missing)


def grounds(bank: Bank, topics: int) -> NDArray[np.bool_]:
    """Return where a score can be: (METRICS and coverage, topics).

    V needs a vital nugget, W one with an importance, A any, coverage a mapped one.
    """
    sizes = _table(bank.topic, bank.importance, topics, 3)
    bases = [sizes @ _WEIGHTS[metric[0]] for metric in METRICS]
    mapped = bank.topic[bank.subnarrative != NO_SUBNARRATIVE]
    return np.array([*bases, _count(mapped, topics)]) > 0


def _counts(bank: Bank, labels: Labels, responses: int) -> Ints:
    """Return how many labels there are by response, importance and value."""
    kinds = bank.importance[labels.nugget] * 3 + labels.value
    return _table(labels.response, kinds, responses, 9).reshape(responses, 3, 3)


def _metric(metric: str, given: Ints, sizes: Ints) -> Floats:
    weights = _WEIGHTS[metric[0]]
    credit = _STRICT if metric.endswith("_strict") else _CREDIT
    return _divide((given @ credit) @ weights, sizes @ weights)


def _coverage(bank: Bank, response_topic: Ints, labels: Labels, topics: int) -> Floats:
    mapped = bank.subnarrative != NO_SUBNARRATIVE
    _, first, part = np.unique(
        bank.subnarrative, return_index=True, return_inverse=True
    )
    local = _number_within(bank.topic[first])[part]
    most = int(local.max(initial=-1)) + 1
    parts = _table(bank.topic[mapped], local[mapped], topics, most)
    full = (labels.value == SUPPORT) & mapped[labels.nugget]
    covered = _table(
        labels.response[full],
        local[labels.nugget[full]],
        len(response_topic),
        most,
    )
    return _divide((covered > 0).sum(axis=1), (parts > 0).sum(axis=1)[response_topic])


def _number_within(topic: Ints) -> Ints:
    """Return each row's number among the rows of its topic, from 0."""
    order = np.argsort(topic, kind="stable")
    ordered = topic[order]
    number = np.empty(len(topic), dtype=np.int64)
    number[order] = np.arange(len(topic)) - np.searchsorted(ordered, ordered)
    return number


def _table(rows: Ints, columns: Ints, height: int, width: int) -> Ints:
    """Count the pairs of a row and a column."""
    counts = np.bincount(rows * width + columns, minlength=height * width)
    return counts.reshape(height, width)


def _count(rows: Ints, length: int) -> Ints:
    return np.bincount(rows, minlength=length)


def _divide(gained: NDArray[np.generic], total: NDArray[np.generic]) -> Floats:
    undefined = np.full(len(gained), np.nan)
    return np.divide(gained, total, out=undefined, where=np.asarray(total > 0))  # type: ignore[operator]


def _check(bank: Bank, response_topic: Ints, labels: Labels) -> None:
    if (bank.topic[labels.nugget] != response_topic[labels.response]).any():
        raise BadTable("a label joins a nugget and a response of two topics")
    local = _number_within(bank.topic)
    most = int(local.max(initial=-1)) + 1
    pairs = labels.response * most + local[labels.nugget]
    if len(pairs) and np.bincount(pairs).max() > 1:
        raise BadTable("a nugget is labelled twice on one response")
