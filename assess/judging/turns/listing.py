"""A track's turns by conversation, with what is known and decided about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.template.defaultfilters import pluralize

from assess.judging.kernel.turn_rules import Turn, asks_back
from assess.judging.models import TurnMark
from assess.judging.turns.marks import NONE, Marks, marks_of
from runs.conversation import talk_of
from runs.models import Conversation, PtkbStatement, Topic, Track

LATEST = 50  # decisions of the record
LETTERS = {"assessed": "A", "unanswerable": "U", "gold_answer": "G"}


class TurnRow(NamedTuple):
    """A turn of the grid.

    place: in its conversation, from 1. words: of what the person says.
    """

    topic: Topic
    place: int
    words: int
    known: Turn
    marks: Marks

    @property
    def letters(self) -> list[str]:
        """Return a letter for each mark."""
        return [LETTERS[name] for name in self.names]

    @property
    def names(self) -> list[str]:
        """Return the names of the marks that are set."""
        return [name for name in LETTERS if getattr(self.marks, name)]

    @property
    def in_words(self) -> str:
        """Return the turn's name and what is known about it."""
        return ", ".join([f"Turn {self.topic.name}", *self._facts()])

    def _facts(self) -> Iterator[str]:
        yield f"{self.words} word{pluralize(self.words)}"
        if self.known.has_response:
            asks = " that asks back" if self.known.asks_back else ""
            yield f"a response{asks}"
        if n := self.known.statements:
            yield f"{n} statement{pluralize(n)}"


class TalkRow(NamedTuple):
    """A conversation of the grid."""

    conversation: Conversation
    turns: list[TurnRow]


class TurnText(NamedTuple):
    """One turn to read, with what was said before it."""

    row: TurnRow
    title: str
    before: list[Topic]
    statements: list[PtkbStatement]


def list_turns(track: Track) -> list[TurnRow]:
    """Return a track's turns in the order of their conversations."""
    turns = track.topics.filter(conversation__isnull=False)
    related = turns.select_related("conversation").order_by(
        "conversation__pk", "position", "pk"
    )
    marks = marks_of(track)
    rows = []
    for _, own in groupby(related, key=lambda topic: topic.conversation_id):
        for place, topic in enumerate(own, start=1):
            rows.append(_row(topic, place, marks.get(topic.pk, NONE)))
    return rows


def _row(topic: Topic, place: int, marks: Marks) -> TurnRow:
    details = topic.details
    response = details.get("response") or ""
    known = Turn(
        topic.conversation_id or 0,
        len(details.get("statements") or ()),
        bool(response.strip()),
        asks_back(response),
        marks.unanswerable,
    )
    said = details.get("utterance") or topic.text
    return TurnRow(topic, place, len(said.split()), known, marks)


def by_conversation(rows: Iterable[TurnRow]) -> list[TalkRow]:
    """Return turns grouped by their conversations."""
    return [
        TalkRow(conversation, list(own))
        for conversation, own in groupby(rows, key=lambda row: row.topic.conversation)
        if conversation
    ]


def read_turn(row: TurnRow) -> TurnText:
    """Return a turn's texts."""
    talk = talk_of(row.topic)
    wanted = set(map(str, row.topic.details.get("statements") or ()))
    if talk is None:
        return TurnText(row, "", [], [])
    statements = [each for each in talk.statements if each.name in wanted]
    return TurnText(row, talk.title, list(talk.before), statements)


def has_rule(track: Track) -> bool:
    """Return whether a rule has ever chosen turns, so that one can be taken back."""
    rows = TurnMark.objects.filter(topic__track=track, topic__deleted_at=None)
    return rows.exclude(rule="").exists()


def record_of(track: Track) -> list[tuple[TurnMark, list[str]]]:
    """Return the latest decisions, the last one first, each with its marks' letters."""
    rows = TurnMark.objects.filter(topic__track=track, topic__deleted_at=None)
    latest = rows.select_related("topic", "by").order_by("-at", "-pk")[:LATEST]
    return [
        (each, [one for name, one in LETTERS.items() if getattr(each, name)])
        for each in latest
    ]
