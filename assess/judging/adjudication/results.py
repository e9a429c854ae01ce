"""Results of an adjudication: which judges were upheld, and what panels changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from assess.judging.adjudication.actions import panel_name
from assess.judging.adjudication.disputes import (
    on_topics,
    said_by,
    topics_of,
)
from assess.judging.adjudication.progress import AdjudicationRow, Then, rows_of
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.reader import Item, people_behind
from assess.judging.models import Adjudication, Judge
from config.operations.readings import ask, read
from runs.models import Topic


class Upheld(NamedTuple):
    """A judge, and how many of the settled items confirm its label."""

    judge: Judge
    upheld: int
    n: int

    @property
    def share(self) -> float | None:
        """Return the share that was upheld, None if nothing is settled."""
        return self.upheld / self.n if self.n else None


@dataclass(frozen=True)
class Result:
    """The settled items: upheld judges, values that no judge gave, own causes.

    Judges are compared by their labels at the time of settling. moved: how many items
    they have labelled differently since, by topic.
    """

    settled: int
    upheld: list[Upheld]
    neither: int
    own: int
    moved: list[tuple[Topic, int]]

    @property
    def moved_in_all(self) -> int:
        """Return how many settled items have other labels now."""
        return sum(number for _topic, number in self.moved)

    @property
    def share_neither(self) -> float | None:
        """Return the share of items settled with a value that no judge had given."""
        return self.neither / self.settled if self.settled else None


def result_of(adjudication: Adjudication) -> Result:
    """Return how often each judge was upheld, over all items settled so far."""
    [result] = results_of(rows_of([adjudication]))
    return result


def results_of(rows: Sequence[AdjudicationRow]) -> list[Result]:
    """Return how often each judge was upheld, over all items settled so far."""
    own = read(ask(*map(_own, rows), *map(_settled, rows)))
    of_own, settled = own[: len(rows)], own[len(rows) :]
    return [
        _result(row, labels, sum(numbers))
        for row, labels, numbers in zip(rows, settled, of_own, strict=True)
    ]


def _result(row: AdjudicationRow, labels: Iterable[Any], own: int) -> Result:
    cause, votes = row.cause, row.labels.votes
    now = {
        item: said_by(cause.judges, each)
        for item, each in votes.items()
        if len(each) > 1
    }
    settled = _with_votes(labels, now)
    return Result(
        len(settled),
        [_upheld(judge, settled.values()) for judge in cause.judges],
        sum(value not in then.values() for value, then in settled.values()),
        own,
        _moved(row.adjudication, cause.kind, settled, now),
    )


def _settled(row: AdjudicationRow) -> QuerySet[Any, Any]:
    """Return the settled labels: value, details and item."""
    adjudication, kind = row.adjudication, row.cause.kind
    where = on_topics(kind, [topic.pk for topic in adjudication.topics.all()])
    given = counted_labels(kind, adjudication.track).filter(judge=adjudication.judge)
    own = given.filter(where, round=0)
    return own.order_by().values_list("value", "details", *kind.columns)


def _with_votes(
    rows: Iterable[Any], now: Mapping[Item, Then]
) -> dict[Item, tuple[str, Then]]:
    """Return the settled labels, and the judges' labels then or, if unknown, now.

    Earlier versions of Assay did not store the labels of that time.
    """
    return {
        tuple(item): (value, details.get("votes", now.get(tuple(item), {})))
        for value, details, *item in rows
    }


def _upheld(judge: Judge, settled: Iterable[tuple[str, Then]]) -> Upheld:
    said = [(value, then.get(str(judge.uuid))) for value, then in settled]
    return Upheld(
        judge,
        sum(value == own for value, own in said),
        sum(own is not None for _value, own in said),
    )


def _moved(
    adjudication: Adjudication,
    kind: Kind,
    settled: Mapping[Item, tuple[str, Then]],
    now: Mapping[Item, Then],
) -> list[tuple[Topic, int]]:
    moved = [item for item, (_v, then) in settled.items() if then != now.get(item, {})]
    counts = Counter(topics_of(kind, moved).values())
    topics = adjudication.topics.all()
    return [(topic, counts[topic.pk]) for topic in topics if counts[topic.pk]]


def _own(row: AdjudicationRow) -> QuerySet[Any, Any]:
    """Count the labels settled by people whose own labels were in dispute."""
    adjudication, kind = row.adjudication, row.cause.kind
    people = set().union(*(people_behind(judge) for judge in row.cause.judges))
    given = counted_labels(kind, adjudication.track).filter(judge=adjudication.judge)
    own = given.filter(actor__in=people).order_by().values("judge")
    return own.annotate(number=Count("pk")).values_list("number", flat=True)


def panel_of(adjudication: Adjudication) -> Judge | None:
    """Return the adjudication's panel, None if it was not created yet."""
    name = panel_name(adjudication)
    made = Judge.objects.filter(track=adjudication.track, kind=Judge.PANEL, name=name)
    return made.first()
