"""The number of labels of each topic, by people and by machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from assess.judging.kinds import Kind, all_kinds
from assess.judging.labels.availability import away, counted_labels, labels_away
from assess.judging.labels.cache import counted
from assess.judging.models import Judge, Label
from runs.models import Track

Sides = tuple[int, int]  # labels by people, labels by all other judges


class LabelCounts(NamedTuple):
    """The labels of each kind by topic, and when they were counted."""

    at: datetime
    kinds: dict[str, dict[int, Sides]]
    away: int  # labels on rows or by judges that are put away: not counted above


def label_counts(track: Track, *, now: datetime) -> LabelCounts:
    """Return a track's labels, counted within the last minute or since a change."""
    own = track.judges.visible().exclude(kind=Judge.ADJUDICATION)  # they judge again
    judges = dict(own.values_list("pk", "kind"))

    def count() -> tuple[dict[str, dict[int, Sides]], int]:
        kinds = {kind.name: _by_topic(track, kind, judges) for kind in all_kinds()}
        return kinds, sum(number for _kind, number in labels_away(track))

    (kinds, gone), at = counted(track, ("labels", sorted(judges)), count, now=now)
    return LabelCounts(at, kinds, gone)


def _by_topic(track: Track, kind: Kind, judges: Mapping[int, str]) -> dict[int, Sides]:
    if kind.topics_of_first:
        given = _by_first_part(kind, kind.topics_of_first(track), judges)
        if track.revision:
            given.subtract(_counted(_away(kind, track), kind.topic, judges))
    else:
        given = _counted(counted_labels(kind, track), kind.topic, judges)
    people: Counter[int] = Counter()
    machines: Counter[int] = Counter()
    for (topic, judge), number in given.items():
        side = people if judges[judge] == Judge.PERSON else machines
        side[topic] += number
    topics = people.keys() | machines.keys()
    return {topic: (people[topic], machines[topic]) for topic in topics}


def _away(kind: Kind, track: Track) -> QuerySet[Label]:
    return kind.model.objects.given().filter(away(kind, track), repeat=0)


def _by_first_part(
    kind: Kind, topics: Mapping[int, int], judges: Iterable[int]
) -> Counter[tuple[int, int]]:
    """Return {(topic, judge): labels}: all first labels minus the un-judged.

    Both counts use only indexes; the label's value would need its row.
    """
    labels, part = kind.model.objects.filter(repeat=0), kind.item[0]
    found = _counted(labels, part, judges)
    found.subtract(_counted(labels.filter(value=""), part, judges))
    by_topic: Counter[tuple[int, int]] = Counter()
    for (first, judge), number in found.items():
        by_topic[topics[first], judge] += number
    return +by_topic


def _counted(
    labels: QuerySet[Label], by: str, judges: Iterable[int]
) -> Counter[tuple[int, int]]:
    rows = labels.filter(judge__in=list(judges)).order_by()
    counted = rows.values_list(by, "judge").annotate(number=Count("*"))
    return Counter({(key, judge): number for key, judge, number in counted})
