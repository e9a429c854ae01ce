"""A run's score over topics, and the spread of all runs."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import median
from typing import Literal, NamedTuple, TypeVar

Topic = TypeVar("Topic")
Run = TypeVar("Run")

Unanswered = Literal["zero", "left_out"]


class RunMean(NamedTuple):
    """A run's mean over n topics, None over none, and the topics that stand apart.

    unanswered: topics without a response (counted 0, or left out). undefined: topics
    where the measure has no value, never counted.
    """

    mean: float | None
    n: int
    unanswered: tuple[object, ...]
    undefined: tuple[object, ...]


class Spread(NamedTuple):
    """Minimum, median and maximum over runs per topic, averaged over n topics."""

    minimum: float | None
    median: float | None
    maximum: float | None
    n: int


def topic_values(
    scores: Mapping[Topic, float | None],
    topics: Sequence[Topic],
    *,
    undefined: Collection[Topic] = (),
    unanswered: Unanswered = "zero",
) -> Iterator[tuple[Topic, float]]:
    """Yield (topic, score) for the judged topics that count for a run, in order.

    scores holds the run's answered topics; a topic that is missing there counts 0, or
    is left out. Topics named undefined (no vital nugget), or scored None, are left out
    whether answered or not.
    """
    for topic in topics:
        if topic in undefined:
            continue
        if topic not in scores:
            if unanswered == "zero":
                yield topic, 0.0
        elif (score := scores[topic]) is not None:
            yield topic, score


def run_mean(
    scores: Mapping[Topic, float | None],
    topics: Sequence[Topic],
    *,
    undefined: Collection[Topic] = (),
    unanswered: Unanswered = "zero",
) -> RunMean:
    """Return the arithmetic mean over the judged topics (P1 3.5; method 6)."""
    values = [
        value
        for _, value in topic_values(
            scores, topics, undefined=undefined, unanswered=unanswered
        )
    ]
    return RunMean(
        mean=math.fsum(values) / len(values) if values else None,
        n=len(values),
        unanswered=tuple(
            topic for topic in topics if topic not in scores and topic not in undefined
        ),
        undefined=tuple(
            topic
            for topic in topics
            if topic in undefined or (topic in scores and scores[topic] is None)
        ),
    )


def spread(
    scores: Mapping[Topic, Mapping[Run, float | None]],
    *,
    controls: Collection[Run] = (),
) -> Spread:
    """Return the last lines of a table: over runs per topic, averaged over topics.

    That reading is inferred from P1's Table 6, whose lines are not those of the run
    means (method 6). Organizers' control runs stay outside; None scores are left out,
    and so is a topic that has none but those. An unanswered topic comes as 0 where it
    counts 0.
    """
    topics = [values for runs in scores.values() if (values := _values(runs, controls))]
    return Spread(
        minimum=_mean([min(values) for values in topics]),
        median=_mean([median(values) for values in topics]),
        maximum=_mean([max(values) for values in topics]),
        n=len(topics),
    )


def _values(runs: Mapping[Run, float | None], controls: Collection[Run]) -> list[float]:
    return [
        value
        for run, value in runs.items()
        if value is not None and run not in controls
    ]


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
