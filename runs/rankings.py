"""Excerpts of a run's ranked lists: a topic's depth and its first segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from runs.models import RankedList, Run, Segment, Topic


class Ranking(NamedTuple):
    """One topic's ranked list: its depth, and its first segments in order."""

    topic: Topic
    depth: int
    first: list[Segment]


def ranked_lists(run: Run) -> QuerySet[RankedList]:
    """Return a run's lists in the order of the topics."""
    lists = run.ranked_lists.select_related("topic").defer("scores")
    return lists.order_by("topic__position", "topic__pk")


def rankings(lists: Sequence[RankedList], *, first: int) -> list[Ranking]:
    """Return the first segments of some lists, in one query for all of them."""
    wanted = {pk for each in lists for pk in each.segment_ids[:first]}
    named = Segment.objects.only("uuid", "docid", "title").in_bulk(wanted)
    return [
        Ranking(
            each.topic,
            len(each.segment_ids),
            [named[pk] for pk in each.segment_ids[:first]],
        )
        for each in lists
    ]
