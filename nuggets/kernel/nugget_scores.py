"""The scores of responses by their nuggets: the measures of method 6 (P1 3.5, P4 3.2).

Labels are given as columns, so that all responses of a track are scored at once.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Unlabelled = Literal["undefined", "not_support"]

# Columns contain places in these.
IMPORTANCES = ("", "okay", "vital")
VALUES = ("not_support", "partial_support", "support")
NO_SUBNARRATIVE = -1

# The weight of a nugget, by its importance.
ALL = {"": 1.0, "okay": 1.0, "vital": 1.0}
VITAL = {"vital": 1.0}
VITAL_AND_HALF_OKAY = {"vital": 1.0, "okay": 0.5}

# The credit of each label.
STRICT = {"support": 1.0}
PARTIAL_HALF = {"support": 1.0, "partial_support": 0.5}


class Measure(NamedTuple):
    """A weighted mean over nuggets: sum of weight * credit / sum of weight.

    over: the weight of each importance. credit: of each label. Missing ones are 0.
    """

    over: Mapping[str, float]
    credit: Mapping[str, float]


MEASURES = {
    "V_strict": Measure(over=VITAL, credit=STRICT),
    "V": Measure(over=VITAL, credit=PARTIAL_HALF),
    "W_strict": Measure(over=VITAL_AND_HALF_OKAY, credit=STRICT),
    "W": Measure(over=VITAL_AND_HALF_OKAY, credit=PARTIAL_HALF),
    "A_strict": Measure(over=ALL, credit=STRICT),
    "A": Measure(over=ALL, credit=PARTIAL_HALF),
}
COVERAGE = "coverage"  # of sub-narratives: a share of these, no mean over nuggets
NAMES = (*MEASURES, COVERAGE)


class BadTable(ValueError):
    """Inconsistent columns; the message says how."""


class ScoredBank(NamedTuple):
    """The nuggets of the scores, one row each, capped by the caller.

    topic: the topic's number. importance: the place in IMPORTANCES. subnarrative: its
    number, unique over topics, or NO_SUBNARRATIVE.
    """

    topic: Ints
    importance: Ints
    subnarrative: Ints


class Labels(NamedTuple):
    """The labels, one row each: row of the response, row of the nugget, and value.

    value: the place in VALUES; an unlabelled nugget has no row.
    """

    response: Ints
    nugget: Ints
    value: Ints


class ResponseScores(NamedTuple):
    """The scores of responses, from 0 to 1; NaN is undefined.

    values: (NAMES, responses). nuggets, unlabelled: counts, one per response.
    """

    values: Floats
    nuggets: Ints
    unlabelled: Ints


def score_responses(
    bank: ScoredBank,
    response_topic: Ints,
    labels: Labels,
    *,
    unlabelled: Unlabelled = "undefined",
) -> ResponseScores:
    """Score every response, in time linear in the labels.

    response_topic: the topic's number, one row per response. A score whose denominator
    is 0 is undefined. An unlabelled nugget makes every score of its response undefined,
    unless unlabelled="not_support" counts it as such. Raise BadTable for a repeated
    label, or one of another topic's nugget.
    """
    _check(bank, response_topic, labels)
    topics = int(max(bank.topic.max(initial=-1), response_topic.max(initial=-1))) + 1
    sizes = _sizes(bank, topics)
    given = _counts(bank, labels, len(response_topic))
    nuggets = sizes.sum(axis=1)[response_topic]
    missing = nuggets - given.sum(axis=(1, 2))
    rows = [_score(each, given, sizes[response_topic]) for each in MEASURES.values()]
    rows.append(_coverage(bank, response_topic, labels, topics))
    values = np.stack(rows)
    if unlabelled == "undefined":
        values[:, missing > 0] = np.nan
    return ResponseScores(values, nuggets, missing)


def grounds(bank: ScoredBank, topics: int) -> NDArray[np.bool_]:
    """Return on which topics each measure has a denominator: (NAMES, topics)."""
    sizes = _sizes(bank, topics)
    weights = [sizes @ _by_place(each.over, IMPORTANCES) for each in MEASURES.values()]
    mapped = bank.topic[bank.subnarrative != NO_SUBNARRATIVE]
    return np.array([*weights, np.bincount(mapped, minlength=topics)]) > 0


def _score(measure: Measure, given: Ints, sizes: Ints) -> Floats:
    """Return a measure of each response; given: its labels by importance and value."""
    over = _by_place(measure.over, IMPORTANCES)
    credit = _by_place(measure.credit, VALUES)
    return _divide((given @ credit) @ over, sizes @ over)


def _by_place(numbers: Mapping[str, float], names: Sequence[str]) -> Floats:
    return np.array([numbers.get(name, 0.0) for name in names])


def _sizes(bank: ScoredBank, topics: int) -> Ints:
    """Return how many nuggets there are by topic and importance."""
    return _table(bank.topic, bank.importance, topics, len(IMPORTANCES))


def _counts(bank: ScoredBank, labels: Labels, responses: int) -> Ints:
    """Return how many labels there are by response, importance and value."""
    shape = len(IMPORTANCES), len(VALUES)
    kinds = bank.importance[labels.nugget] * len(VALUES) + labels.value
    table = _table(labels.response, kinds, responses, shape[0] * shape[1])
    return table.reshape(responses, *shape)


def _coverage(
    bank: ScoredBank, response_topic: Ints, labels: Labels, topics: int
) -> Floats:
    """Return the share of sub-narratives with a nugget that have one at support.

    Vital or okay alike (P4 3.2). The denominator is ours: sub-narratives with a nugget.
    """
    mapped = bank.subnarrative != NO_SUBNARRATIVE
    _, first, part = np.unique(
        bank.subnarrative, return_index=True, return_inverse=True
    )
    local = _number_within(bank.topic[first])[part]
    most = int(local.max(initial=-1)) + 1
    parts = _table(bank.topic[mapped], local[mapped], topics, most)
    full = (labels.value == VALUES.index("support")) & mapped[labels.nugget]
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


def _divide(gained: NDArray[np.generic], total: NDArray[np.generic]) -> Floats:
    undefined = np.full(len(gained), np.nan)
    return np.divide(gained, total, out=undefined, where=np.asarray(total > 0))  # type: ignore[operator]


def _check(bank: ScoredBank, response_topic: Ints, labels: Labels) -> None:
    if (bank.topic[labels.nugget] != response_topic[labels.response]).any():
        raise BadTable("a label joins a nugget and a response of two topics")
    local = _number_within(bank.topic)
    most = int(local.max(initial=-1)) + 1
    pairs = labels.response * most + local[labels.nugget]
    if len(pairs) and np.bincount(pairs).max() > 1:
        raise BadTable("a nugget is labelled twice on one response")
