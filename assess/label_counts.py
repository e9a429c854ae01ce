"""How many labels each topic has, by people and by machines; slow counts are kept.

A count over millions of labels takes seconds, so one that was slow serves a track's
pages for a minute. It is taken again at once where nothing has changed since it and
where counting is quick: small tracks are always up to date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from time import perf_counter
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count

from assess.kinds import Kind, all_kinds
from assess.models import Change, Judge
from runs.models import Track

# A count that took longer than this is kept for as long as that.
SLOW = 0.25  # seconds
KEPT = timedelta(seconds=60)
# Where nothing changed, a count stays right; this only bounds the memory.
FORGOTTEN = 24 * 60 * 60  # seconds

Sides = tuple[int, int]  # labels by people, labels by all other judges
Stamp = tuple[int, frozenset[int]]


class LabelCounts(NamedTuple):
    """The labels of each kind by topic, and when they were counted.

    `stamp` is what they rest on: the latest change, and the judges.
    """

    at: datetime
    stamp: Stamp
    slow: bool
    kinds: dict[str, dict[int, Sides]]

    def holds(self, stamp: Stamp, now: datetime) -> bool:
        """Say whether the counts may still be shown."""
        return self.stamp == stamp or (self.slow and now - self.at < KEPT)


def label_counts(track: Track, *, now: datetime) -> LabelCounts:
    """Return a track's labels, counted within the last minute or since a change."""
    judges = dict(track.judges.visible().values_list("pk", "kind"))
    stamp = (_latest_change(), frozenset(judges))
    name = f"label-counts-{track.uuid}"
    kept: LabelCounts | None = cache.get(name)
    if kept and kept.holds(stamp, now):
        return kept
    begun = perf_counter()
    kinds = {kind.name: _by_topic(kind, judges) for kind in all_kinds()}
    found = LabelCounts(now, stamp, perf_counter() - begun > SLOW, kinds)
    cache.set(name, found, FORGOTTEN)
    return found


def _latest_change() -> int:
    latest = Change.objects.order_by("-pk").values_list("pk", flat=True).first()
    return latest or 0


def _by_topic(kind: Kind, judges: Mapping[int, str]) -> dict[int, Sides]:
    counted = (
        kind.model.objects.given()
        .filter(judge__in=list(judges))
        .order_by()
        .values_list(kind.topic, "judge")
        .annotate(number=Count("pk"))
    )
    people: Counter[int] = Counter()
    machines: Counter[int] = Counter()
    for topic, judge, number in counted:
        side = people if judges[judge] == Judge.PERSON else machines
        side[topic] += number
    topics = people.keys() | machines.keys()
    return {topic: (people[topic], machines[topic]) for topic in topics}
