"""Results of an adjudication: which judges were upheld, and what panels changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from assess.judging.adjudication.actions import panel_name
from assess.judging.adjudication.disputes import (
    cause_of,
    on_topics,
    said_by,
    topics_of,
    votes_on,
)
from assess.judging.adjudication.progress import Then
from assess.judging.kinds import Kind
from assess.judging.labels.at_hand import counted_labels
from assess.judging.labels.reader import Item, people_behind
from assess.judging.models import Adjudication, Judge
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
    cause = cause_of(adjudication)
    votes = votes_on(cause, [topic.pk for topic in adjudication.topics.all()])
    now = {item: said_by(cause.judges, each) for item, each in votes.items()}
    settled = _settled(adjudication, cause.kind, now)
    return Result(
        len(settled),
        [_upheld(judge, settled.values()) for judge in cause.judges],
        sum(value not in then.values() for value, then in settled.values()),
        _own(adjudication, cause.kind),
        _moved(adjudication, cause.kind, settled, now),
    )


def _settled(
    adjudication: Adjudication, kind: Kind, now: Mapping[Item, Then]
) -> dict[Item, tuple[str, Then]]:
    """Return the settled labels, and the judges' labels then or, if unknown, now.

    Earlier versions of Assay did not store the labels of that time.
    """
    where = on_topics(kind, [topic.pk for topic in adjudication.topics.all()])
    given = counted_labels(kind, adjudication.track).filter(judge=adjudication.judge)
    own = given.filter(where, round=0)
    rows = own.order_by().values_list("value", "details", *kind.columns)
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


def _own(adjudication: Adjudication, kind: Kind) -> int:
    """Count the labels settled by people whose own labels were in dispute."""
    judges = adjudication.judges.all()
    people = set().union(*(people_behind(judge) for judge in judges))
    given = counted_labels(kind, adjudication.track).filter(judge=adjudication.judge)
    return given.filter(actor__in=people).count()


def panel_of(adjudication: Adjudication) -> Judge | None:
    """Return the adjudication's panel, None if it was not created yet."""
    name = panel_name(adjudication)
    made = Judge.objects.filter(track=adjudication.track, kind=Judge.PANEL, name=name)
    return made.first()
