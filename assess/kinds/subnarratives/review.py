"""What the page of one review shows: the list, and what its person may do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from assess.judging.models import Allocation, Judge, Thread
from assess.judging.threads.listing import threads_of
from assess.kinds.relevance.models import RelevanceLabel
from runs.actions.review import history_of
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.kernel.subnarratives import read, touched
from runs.models import SubnarrativeEdit, Topic

KIND = "subnarratives"


class Part(NamedTuple):
    """One sub-narrative; `number` from 1, `ticked` in how many of one's own labels."""

    number: int
    uuid: str
    text: str
    importance: str
    ticked: int


@dataclass(frozen=True)
class Review:
    """One topic's list as it stands, for the person who reviews it."""

    work: Allocation
    revision: int
    parts: tuple[Part, ...]
    can_undo: bool
    can_redo: bool

    @property
    def topic(self) -> Topic:
        """Return the topic that is worked on."""
        return self.work.topic

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return reverse("assess:subnarratives", args=[self.work.uuid])

    @property
    def is_open(self) -> bool:
        """Say whether the person may still change the list."""
        return self.work.finished_at is None

    @property
    def given(self) -> Counter[str]:
        """Return how many are vital, okay and neither."""
        return Counter(part.importance or "unset" for part in self.parts)

    @property
    def threads(self) -> list[Thread]:
        """Return what was said about the sub-narratives."""
        return threads_of(self.work)

    def part(self, uuid: str) -> Part | None:
        """Return a listed sub-narrative, else the first one, else None."""
        first = self.parts[0] if self.parts else None
        return next((part for part in self.parts if part.uuid == uuid), first)

    def how_it_stands(self, uuid: str) -> str:
        """Say how a sub-narrative stands now, "" where a step was on none."""
        if not uuid:
            return ""
        part = next((part for part in self.parts if part.uuid == uuid), None)
        if part is None:
            return "This sub-narrative is no longer on it."
        stands = f"“{part.text}”, {part.importance or 'no importance'}"
        return f"This sub-narrative stands at: {stands}."

    def state(self) -> dict[str, Any]:
        """Return the list as the page's script reads it."""
        return {
            "version": self.revision,
            "value": "",
            "open": self.is_open,
            "undo": self.can_undo,
            "redo": self.can_redo,
            "parts": [part._asdict() for part in self.parts],
        }


def read_review(work: Allocation) -> Review:
    """Read a topic's list, in a number of queries that is always the same."""
    ticked = _own_ticks(work)
    parts = (
        Part(number, *row, ticked[row.uuid])
        for number, row in enumerate(rows_of(work.topic), start=1)
    )
    history = history_of(work.topic, work.assessor)
    return Review(
        work=work,
        revision=revision_of(work.topic),
        parts=tuple(parts),
        can_undo=bool(history.done),
        can_redo=bool(history.undone),
    )


def looked_at(edit: SubnarrativeEdit, on: str) -> str:
    """Return the uuid that a person looks at after a step on one, "" for none."""
    if edit.action == "move":
        return on
    return touched(read(edit.before), read(edit.after)) or ""


def _own_ticks(work: Allocation) -> Counter[str]:
    """Count by sub-narrative the ticks in the person's own labels, nobody else's."""
    labels: Iterable[dict[str, Any]] = RelevanceLabel.objects.filter(
        judge__kind=Judge.PERSON,
        judge__track=work.track_id,
        judge__user=work.assessor_id,
        topic=work.topic_id,
    ).values_list("details", flat=True)
    return Counter(tick for details in labels for tick in set(details.get("ticks", ())))
