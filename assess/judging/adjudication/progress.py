"""Adjudications for organizers: their progress, and which judges were upheld."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet

from assess.judging.adjudication.actions import AdjudicationPlan
from assess.judging.adjudication.disputes import (
    NOTHING,
    Cause,
    DisputeLabels,
    DisputeQuery,
    Standing,
    all_standings,
    cause_of,
    disputed,
    labels_reading,
    standing,
    topics_of,
    votes_on,
)
from assess.judging.adjudication.exhibits import work_name
from assess.judging.allocations.actions import NO_TERMS, Terms, planned
from assess.judging.allocations.workload import WorkloadPace, pace_in
from assess.judging.kernel.disputes import Threshold
from assess.judging.kernel.pace import seconds_left
from assess.judging.kinds import get_kind
from assess.judging.models import Adjudication, Allocation
from assess.judging.queues.takers import Same, Takers, alike, summary, takers_of
from assess.judging.screens import get_screen
from config.operations.readings import read
from runs.models import Topic, Track

Then = dict[str, str]  # judge's public id → value at the time of settling


class AdjudicationRow(NamedTuple):
    """An adjudication and its progress."""

    adjudication: Adjudication
    cause: Cause
    standing: Standing
    labels: DisputeLabels


class TopicDisputes(NamedTuple):
    """One topic of an adjudication: its progress, and its current adjudicator."""

    topic: Topic
    standing: Standing
    holder: Allocation | None
    takers: Takers | None = None  # if nobody has the topic and something is left


@dataclass(frozen=True)
class Preview:
    """How many items an adjudication would contain, by topic, before it is opened.

    n: the items that at least two judges labelled. pace: the time to settle one item in
    the track. takers: who may take each topic, and when.
    """

    plan: AdjudicationPlan
    n: int
    topics: list[tuple[Topic, int]]
    pace: WorkloadPace
    takers: list[Same]

    @property
    def total(self) -> int:
        """Return the number of disputed items."""
        return sum(number for _topic, number in self.topics)

    @property
    def seconds(self) -> float | None:
        """Return the total time at that pace, None if no time was measured."""
        return seconds_left(self.total, self.pace.seconds)

    @property
    def quiet(self) -> int:
        """Return the number of topics without disputed items."""
        return len(self.plan.topics) - len(self.topics)

    @property
    def words(self) -> str:
        """Return in words which differences count."""
        return threshold_words(self.plan.threshold)

    @property
    def seal(self) -> str:
        """Return a digest of this plan, so that only the shown plan is confirmed."""
        plan = self.plan
        said = [
            plan.kind.name,
            [judge.pk for judge in plan.judges],
            [person.pk for person in plan.adjudicators],
            [topic.pk for topic in plan.topics],
            list(plan.threshold),
            plan.own_allowed,
            plan.hides_labels,
            plan.of_round,
        ]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def threshold_words(threshold: Threshold) -> str:
    """Return in words which differences count."""
    if threshold.sort == "distance":
        return f"labels {threshold.distance} or more steps from each other on the scale"
    if threshold.sort == "cut":
        cut = threshold.cut.replace("_", " ")
        return f"one label below {cut}, another at or above it"
    return "every difference"


def preview_of(track: Track, plan: AdjudicationPlan) -> Preview:
    """Return what an adjudication would contain now."""
    judges = list(plan.judges)
    cause = Cause(track, plan.kind, judges, plan.threshold, plan.of_round)
    votes = votes_on(cause, [topic.pk for topic in plan.topics])
    items = disputed(cause, votes)
    counts = Counter(topics_of(plan.kind, items).values())
    own = [(topic, counts[topic.pk]) for topic in plan.topics if counts[topic.pk]]
    screen = get_screen(work_name(plan.kind))
    pairs = [(topic, None) for topic, _number in own]
    takers = takers_of(planned(track, screen, pairs, NO_TERMS), plan.adjudicators)
    pace = pace_in(track, screen)
    return Preview(plan, len(votes), own, pace, alike(plan.topics, takers))


def adjudications_in(track: Track) -> QuerySet[Adjudication]:
    """Return a track's adjudications with their related rows, the latest first."""
    found = Adjudication.objects.filter(track=track).select_related("judge", "track")
    return found.prefetch_related("judges", "adjudicators", "topics")


def rows_of(rows: Sequence[Adjudication]) -> list[AdjudicationRow]:
    """Return adjudications with the progress of each."""
    every = [_asked(each) for each in rows]
    return [
        AdjudicationRow(each.adjudication, each.cause, _sum(standing(each, own)), own)
        for each, own in zip(every, read(labels_reading(every)), strict=True)
    ]


def standings_of(adjudication: Adjudication) -> dict[int, Standing]:
    """Return the state of an adjudication on each of its topics, by row number."""
    (found,) = all_standings([_asked(adjudication)])
    return found


def _asked(adjudication: Adjudication) -> DisputeQuery:
    adjudication.judge.track = adjudication.track
    topics = [topic.pk for topic in adjudication.topics.all()]
    return DisputeQuery(adjudication, cause_of(adjudication), topics)


def _sum(stand: dict[int, Standing]) -> Standing:
    settled = sum(each.settled for each in stand.values())
    return Standing(settled, sum(each.left for each in stand.values()))


def topic_rows(adjudication: Adjudication) -> list[TopicDisputes]:
    """Return the topics that have any item, with the person who has each."""
    stand = standings_of(adjudication)
    cause = cause_of(adjudication)
    works = Allocation.objects.filter(
        work=work_name(cause.kind), subject=str(adjudication.uuid), released_at=None
    ).select_related("assessor")
    holders = {work.topic_id: work for work in works}
    rows = [
        TopicDisputes(topic, stand.get(topic.pk, NOTHING), holders.get(topic.pk))
        for topic in adjudication.topics.all()
    ]
    takers = _takers(adjudication, [row.topic for row in rows if _is_free(row)])
    return [
        row._replace(takers=takers.get(row.topic.pk))
        for row in rows
        if row.standing.total
    ]


def _is_free(row: TopicDisputes) -> bool:
    return bool(row.standing.left) and row.holder is None


def _takers(adjudication: Adjudication, topics: list[Topic]) -> dict[int, Takers]:
    """Return who may take each topic, if the adjudication is open."""
    if adjudication.closed_at:
        return {}
    screen = get_screen(work_name(get_kind(adjudication.kind)))
    pairs = [(topic, None) for topic in topics]
    terms = Terms(subject=str(adjudication.uuid))
    rows = planned(adjudication.track, screen, pairs, terms)
    return takers_of(rows, list(adjudication.adjudicators.all()))


def now_at_home(adjudication: Adjudication) -> str:
    """Return in words how many topics the adjudicators see on their home page."""
    rows = topic_rows(adjudication)
    return summary(row.takers for row in rows if row.takers)


def total_of(rows: list[TopicDisputes]) -> Standing:
    """Return the sum of the topics' states."""
    return _sum({row.topic.pk: row.standing for row in rows})
