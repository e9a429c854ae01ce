"""Preferences in the registry of kinds: an item is two responses to a topic.

The first is the one whose run's name comes first. The left one is stored in a label's
details, since its place may influence a judge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from uuid import UUID

from assess.judging.kinds import Grade, Kind, register
from runs.models import Response, Track
from tests.example_kind.preferences.models import PreferenceLabel

FIRST, SECOND, TIE, BOTH_BAD = "first", "second", "tie", "both_bad"
GRADES = (
    Grade(SECOND, "Second is better", "2"),
    Grade(TIE, "Tie", "3"),
    Grade(FIRST, "First is better", "1"),
    Grade(BOTH_BAD, "Both are bad", "4", apart=True),
)


def has_rivals(track: Track) -> bool:
    """Return whether a topic of the track has two responses to compare."""
    return any(pairs_of(track.topics.values_list("pk", flat=True)).values())


def pairs_of(topics: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """Return every two responses to some topics, by row number."""
    rows = Response.objects.visible().filter(topic__in=list(topics))
    found: dict[int, list[int]] = defaultdict(list)
    for topic, response in rows.order_by("run__name").values_list("topic", "pk"):
        found[topic].append(response)
    return {topic: list(combinations(own, 2)) for topic, own in found.items()}


def left_first(left: UUID) -> dict[str, str]:
    """Return a label's details: which response was on the left."""
    return {"left": str(left)}


PREFERENCES = register(
    Kind(
        name="preferences",
        turn=120,
        title="Preferences",
        model=PreferenceLabel,
        item=("first", "second"),
        topic="first__topic",
        scale=lambda _track: GRADES,
        responses=("first", "second"),
        told_by=("first__topic__name", "first__run__name", "second__run__name"),
        fits=has_rivals,
    )
)
