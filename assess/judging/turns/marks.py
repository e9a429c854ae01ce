"""What is decided about turns now."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet

from assess.judging.models import TurnMark
from runs.models import Topic, Track


class Marks(NamedTuple):
    """What is decided about a turn; number: of its decisions so far."""

    assessed: bool = False
    unanswerable: bool = False
    gold_answer: bool = False
    number: int = 0


NONE = Marks()


def has_turns(track: Track) -> bool:
    """Return whether a track's topics are turns of conversations."""
    return track.profile.topics == "conversations"


def marks_of(track: Track) -> dict[int, Marks]:
    """Return what is decided about a track's turns, by the topic's row number."""
    return _latest(TurnMark.objects.filter(topic__track=track))


def marks_on(topic: Topic) -> Marks:
    """Return what is decided about one turn."""
    return _latest(TurnMark.objects.filter(topic=topic)).get(topic.pk, NONE)


def _latest(rows: QuerySet[TurnMark]) -> dict[int, Marks]:
    columns = rows.order_by("number").values_list("topic", *Marks._fields)
    return {topic: Marks(*marks) for topic, *marks in columns}


def unanswerable_topics(track: Track) -> frozenset[int]:
    """Return the turns marked as unanswerable, which no nugget score counts."""
    if not has_turns(track):
        return frozenset()
    marks = marks_of(track)
    return frozenset(topic for topic, each in marks.items() if each.unanswerable)


def said_unanswerable(track: Track) -> list[str]:
    """Return a sentence on the turns marked as unanswerable, if there are any."""
    number = len(unanswerable_topics(track))
    if not number:
        return []
    if number == 1:
        return ["1 turn is marked as unanswerable and has no score."]
    return [f"{number:,} turns are marked as unanswerable and have no scores."]
