"""The number of labels of each topic, by people and by machines, with a cache.

Counting millions of labels takes seconds, so a slow count is cached for a track's pages
for a minute. Without changes it stays valid. If counting is quick, it is repeated after
each change: small tracks are always up to date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from time import perf_counter
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, QuerySet

from assess.judging.kinds import Kind, all_kinds
from assess.judging.labels.at_hand import away, counted_labels, labels_away
from assess.judging.labels.cache import latest_change
from assess.judging.models import Judge, Label
from runs.models import Track

# A count that took longer than this is cached.
SLOW = 0.25  # seconds
KEPT = timedelta(seconds=60)
# Without changes, a count stays right; this only limits the memory.
FORGOTTEN = 24 * 60 * 60  # seconds

Sides = tuple[int, int]  # labels by people, labels by all other judges
Stamp = tuple[int, int, frozenset[int]]


class LabelCounts(NamedTuple):
    """The labels of each kind by topic, and when they were counted.

    `stamp` identifies their basis: the latest change, what is put away, and the judges.
    """

    at: datetime
    stamp: Stamp
    slow: bool
    kinds: dict[str, dict[int, Sides]]
    away: int  # labels on rows or by judges that are put away: not counted above

    def holds(self, stamp: Stamp, now: datetime) -> bool:
        """Return whether the counts may still be shown."""
        if self.stamp[1:] != stamp[1:]:
            return False
        return self.stamp == stamp or (self.slow and now - self.at < KEPT)


def label_counts(track: Track, *, now: datetime) -> LabelCounts:
    """Return a track's labels, counted within the last minute or since a change."""
    own = track.judges.visible().exclude(kind=Judge.ADJUDICATION)  # they judge again
    judges = dict(own.values_list("pk", "kind"))
    stamp = (latest_change(), track.revision, frozenset(judges))
    name = f"label-counts-{track.uuid}"
    kept: LabelCounts | None = cache.get(name)
    if kept and kept.holds(stamp, now):
        return kept
    begun = perf_counter()
    kinds = {kind.name: _by_topic(track, kind, judges) for kind in all_kinds()}
    gone = sum(number for _kind, number in labels_away(track))
    found = LabelCounts(now, stamp, perf_counter() - begun > SLOW, kinds, gone)
    cache.set(name, found, FORGOTTEN)
    return found


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

    Both counts use indexes alone; the label's value would need its row.
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
