"""Turns by whether a statement of the person is relevant to them."""

from __future__ import annotations

from typing import Literal

from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import PTKB
from runs.models import Track

Turns = Literal["all", "personal", "other"]
TURNS: tuple[Turns, ...] = ("all", "personal", "other")


def personal_topics(track: Track, judge: Judge | None = None) -> set[int]:
    """Return the turns with a relevant statement, by row number.

    judge: whose labels say so; None: the topics file.
    """
    if judge is not None:
        labels = labels_of(judge, PTKB)
        return {topic for (topic, _), value in labels.items() if value == "relevant"}
    rows = track.topics.values_list("pk", "details")
    return {pk for pk, details in rows if details.get("statements")}


def chosen_topics(
    track: Track, turns: Turns, judge: Judge | None = None
) -> frozenset[int] | None:
    """Return the turns of a choice, None for all of them."""
    if turns == "all":
        return None
    personal = personal_topics(track, judge)
    if turns == "personal":
        return frozenset(personal)
    every = track.topics.values_list("pk", flat=True)
    return frozenset(set(every) - personal)
