"""What the page of one segment shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid4

from django.urls import reverse

from accounts.models import User
from assess.kernel.grades import proposals
from assess.kernel.letters import letters_for
from assess.kinds import Grade
from assess.models import Allocation
from assess.relevance.kind import RELEVANCE
from assess.relevance.work import (
    Given,
    Item,
    Recent,
    Sheet,
    parts_of,
    read_sheet,
    recent_labels,
)
from runs.models import PtkbStatement, Segment, Subnarrative, Topic

# Keys of the screen besides grades and letters; f and c wait for flag and comment.
KEYS = frozenset("urnfc/,.?")


class Tick(NamedTuple):
    """A sub-narrative with the key that ticks it, "" where none is left."""

    part: Subnarrative
    key: str
    ticked: bool


class Choice(NamedTuple):
    """A grade as a button: whether it is the label's, whether the ticks propose it."""

    grade: Grade
    given: bool
    proposed: bool


class Talk(NamedTuple):
    """The conversation that a turn stands in: what came before, and statements."""

    title: str
    before: list[Topic]
    statements: list[PtkbStatement]


@dataclass(frozen=True)
class Page:
    """One segment to grade, and everything beside it."""

    work: Allocation
    sheet: Sheet
    item: Item
    segment: Segment
    given: Given
    ticks: list[Tick]
    choices: list[Choice]
    proposes: list[int | None]
    recent: list[Recent]
    talk: Talk | None
    key: UUID

    @property
    def place(self) -> int:
        """Return where the segment stands in the order, from 1."""
        return self.sheet.place(self.item)

    @property
    def previous(self) -> Item | None:
        """Return the segment before, None at the start."""
        return self.sheet.beside(self.item, -1)

    @property
    def following(self) -> Item | None:
        """Return the segment after, None at the end."""
        return self.sheet.beside(self.item, 1)

    @property
    def ticked(self) -> int:
        """Return how many sub-narratives are ticked."""
        return sum(tick.ticked for tick in self.ticks)

    @property
    def proposed(self) -> int | None:
        """Return the grade that the ticks propose, None for none."""
        return self.proposes[self.ticked - 1] if self.ticked else None

    @property
    def then(self) -> str:
        """Return where to go once this segment has its grade."""
        return address(self.work, self.sheet.next_open(self.item))

    @property
    def link(self) -> str:
        """Return the segment's address where it is one of the web, else ""."""
        url = self.segment.url.strip()
        return url if url.lower().startswith(("https://", "http://")) else ""


def address(work: Allocation, item: Item | None) -> str:
    """Return the page of a segment; without one, where the work goes on."""
    if item is None:
        return reverse("assess:relevance", args=[work.uuid])
    return reverse("assess:relevance_item", args=[work.uuid, item.uuid])


def read_page(work: Allocation, segment: UUID, *, reader: User) -> Page:
    """Return what one segment's page shows; NotInThisWork for a foreign one."""
    sheet = read_sheet(work)
    item = sheet.find(segment)
    given = sheet.given(item)
    parts = parts_of(work)
    grades = RELEVANCE.scale(work.track)
    proposes = proposals(len(parts), scale=[int(grade.value) for grade in grades])
    ticked = sum(str(part.uuid) in given.ticks for part in parts)
    proposed = proposes[ticked - 1] if ticked else None
    return Page(
        work=work,
        sheet=sheet,
        item=item,
        segment=Segment.objects.get(pk=item.pk),
        given=given,
        ticks=_ticks(parts, given, grades, reader),
        choices=[
            Choice(grade, grade.value == given.value, grade.value == str(proposed))
            for grade in grades
        ],
        proposes=proposes,
        recent=recent_labels(work, sheet),
        talk=_talk(work.topic),
        key=uuid4(),
    )


def _ticks(
    parts: Sequence[Subnarrative], given: Given, grades: Sequence[Grade], reader: User
) -> list[Tick]:
    moved = reader.preferences.get("shortcuts", {}).get("map", {})
    taken = KEYS | {grade.key for grade in grades}
    keys = letters_for(len(parts), taken=taken, moved=moved)
    return [
        Tick(part, key, str(part.uuid) in given.ticks)
        for part, key in zip(parts, keys, strict=True)
    ]


def _talk(topic: Topic) -> Talk | None:
    talk = topic.conversation
    if talk is None:
        return None
    before = talk.turns.filter(position__lt=topic.position)
    return Talk(talk.title, list(before), list(talk.statements.order_by("pk")))
