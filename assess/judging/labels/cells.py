"""How much each judge has judged: cells of a topic and a run, by topic."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from itertools import combinations
from typing import TypeVar

import numpy as np
from django.db.models import Count, Max, QuerySet

from assess.judging.judges.order import behind_of
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.cache import counted
from assess.judging.models import Judge, Label
from config.operations.single_reads import read_once
from runs.models import RankedList, Run, Track

ByTopic = Mapping[int, float]
ByJudge = Mapping[int, ByTopic]  # by row number, single judges only
Found = TypeVar("Found")


def cells_of(own: ByJudge, judges: Collection[int], topics: Collection[int]) -> float:
    """Return the number of cells of these judges together; no topics means all.

    On a topic of several judges, the one with the most cells counts, because work is
    handed out by topic.
    """
    most: dict[int, float] = {}
    for judge in judges:
        for topic, cells in own.get(judge, {}).items():
            if not topics or topic in topics:
                most[topic] = max(cells, most.get(topic, 0))
    return sum(most.values())


@read_once
def behind_each(track: Track) -> dict[int, set[int]]:
    """Return the judges behind each of a track's judges, by row number."""
    judges = list(track.judges.visible())
    return behind_of(judges, judges)


def judged_cells(track: Track, kind: Kind) -> ByJudge:
    """Return the cells in which each judge gave a label of a kind."""
    return count_cells(track, f"cells {kind.name}", lambda: _cells(track, kind))


def _cells(track: Track, kind: Kind) -> ByJudge:
    judges = track.judges.visible().exclude(kind=Judge.PANEL)
    labels = counted_labels(kind, track).filter(judge__in=judges, round=0).order_by()
    found: dict[int, dict[int, float]] = defaultdict(dict)
    if kind.responses:
        for judge, topic, cells in _responses(labels, kind):
            found[judge][topic] = cells
        return dict(found)
    lists = RankedList.objects.visible().filter(run__track=track).order_by()
    runs = dict(lists.values_list("topic").annotate(cells=Count("pk")))
    for judge, topic in labels.values_list("judge", kind.topic).distinct():
        found[judge][topic] = runs.get(topic, 0)
    return dict(found)


def _responses(labels: QuerySet[Label], kind: Kind) -> Iterator[tuple[int, int, int]]:
    """Yield judge, topic and the number of responses that have labels."""
    rows = labels.values_list("judge", kind.topic)
    if len(kind.responses) == 1:  # the database counts them
        yield from rows.annotate(cells=Count(kind.responses[0], distinct=True))
        return
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for lookup in kind.responses:
        pairs = labels.values_list("judge", kind.topic, lookup).distinct()
        for judge, topic, response in pairs.iterator():
            found[judge, topic].add(response)
    for (judge, topic), responses in found.items():
        yield judge, topic, len(responses)


def most_in_common(track: Track, kind: Kind, judges: Sequence[Judge]) -> list[Judge]:
    """Return the two of at least two judges whose labels may have most in common.

    They are counted by topic: the smaller number of labels there. Of pairs with equal
    counts, the first in the order of the judges.
    """
    name = f"labels by topic {kind.name}"
    own = count_cells(track, name, lambda: _labels_by_topic(track, kind))
    topics = sorted({topic for found in own.values() for topic in found})
    counts = np.array(
        [[own.get(judge.pk, {}).get(topic, 0) for topic in topics] for judge in judges],
        dtype=np.int64,
    )
    shared = [
        (int(np.minimum(counts[a], counts[b]).sum()), -a, -b)
        for a, b in combinations(range(len(judges)), 2)
    ]
    _most, a, b = max(shared)
    return [judges[-a], judges[-b]]


def _labels_by_topic(track: Track, kind: Kind) -> dict[int, dict[int, int]]:
    judges = track.judges.visible().exclude(kind=Judge.PANEL)
    given = counted_labels(kind, track).filter(judge__in=judges, round=0)
    rows = given.order_by().values_list("judge", kind.topic)
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for judge, topic, number in rows.annotate(labels=Count("pk")):
        found[judge][topic] = number
    return dict(found)


@read_once
def _runs(track: Track) -> tuple[int, ...]:
    """Return the number of a track's runs, and their highest row number."""
    runs = Run.objects.visible().filter(track=track)
    return tuple(runs.aggregate(Count("pk"), Max("pk")).values())


def count_cells(track: Track, name: str, make: Callable[[], Found]) -> Found:
    """Return a count that also depends on the track's runs."""
    found, _at = counted(track, (name, _runs(track)), make)
    return found
