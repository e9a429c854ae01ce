"""What came of an adjudication: who was upheld, and what panels changed."""

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
    """A judge, and how many of the settled items that it labelled stand as it said."""

    judge: Judge
    upheld: int
    n: int

    @property
    def share(self) -> float | None:
        """Return the share that was upheld, None where nothing is settled."""
        return self.upheld / self.n if self.n else None


@dataclass(frozen=True)
class Result:
    """What was settled: by whom upheld, as nobody said, and in whose own cause.

    Judges are held to what they said when it was settled. moved: how many items they
    have labelled otherwise since, by topic.
    """

    settled: int
    upheld: list[Upheld]
    neither: int
    own: int
    moved: list[tuple[Topic, int]]

    @property
    def moved_in_all(self) -> int:
        """Return how many settled items have other labels by now."""
        return sum(number for _topic, number in self.moved)

    @property
    def share_neither(self) -> float | None:
        """Return the share settled as nobody had said."""
        return self.neither / self.settled if self.settled else None


def result_of(adjudication: Adjudication) -> Result:
    """Return who was upheld how often, over all items settled so far."""
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
    """Return what was settled, and what the judges said then; else what they say now.

    Labels that were settled by earlier versions have not kept it.
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
    """Return the panel of adjudicated labels, else the judges', once it was made."""
    name = panel_name(adjudication)
    made = Judge.objects.filter(track=adjudication.track, kind=Judge.PANEL, name=name)
    return made.first()
