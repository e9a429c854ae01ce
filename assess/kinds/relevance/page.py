"""What the page of one segment shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast
from uuid import UUID, uuid4

from accounts.models import User
from assess.judging.kernel.highlights import written
from assess.judging.kernel.layers import Layer, layers
from assess.judging.kernel.letters import letters_for
from assess.judging.kernel.sentences import sentences
from assess.judging.kinds import Grade
from assess.judging.work.desk import Page
from assess.kinds.kernel.grades import proposals
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.work import Given, Sheet, parts_of
from runs.conversation import Talk, talk_of
from runs.models import Segment, Subnarrative

# Keys of the screen besides grades and letters; f and c wait for flag and comment.
KEYS = frozenset("urnfclwh/,.?")


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


@dataclass(frozen=True)
class Shown:
    """One segment to grade, and everything beside it."""

    segment: Segment
    given: Given
    ticks: list[Tick]
    choices: list[Choice]
    proposes: list[int | None]
    talk: Talk | None
    key: UUID

    @property
    def layers(self) -> list[Layer]:
        """Return the segment's text with what is highlighted."""
        return layers(self.segment.text, self.given.highlights)

    @property
    def highlights(self) -> str:
        """Return the highlights as the page carries them."""
        return written(self.given.highlights)

    @property
    def sentences(self) -> str:
        """Return where the text's sentences stand, as the page carries it."""
        return written(sentences(self.segment.text))

    @property
    def ticked(self) -> int:
        """Return how many sub-narratives are ticked."""
        return sum(tick.ticked for tick in self.ticks)

    @property
    def proposed(self) -> int | None:
        """Return the grade that the ticks propose, None for none."""
        return self.proposes[self.ticked - 1] if self.ticked else None

    @property
    def link(self) -> str:
        """Return the segment's address where it is one of the web, else ""."""
        url = self.segment.url.strip()
        return url if url.lower().startswith(("https://", "http://")) else ""


def read_page(page: Page) -> Shown:
    """Return what one segment's page shows."""
    work, sheet, item, reader = page
    given: Given = cast(Sheet, sheet).given(item)
    parts = parts_of(work)
    grades = RELEVANCE.scale(work.track)
    proposes = proposals(len(parts), scale=[int(grade.value) for grade in grades])
    ticked = sum(str(part.uuid) in given.ticks for part in parts)
    proposed = proposes[ticked - 1] if ticked else None
    return Shown(
        segment=Segment.objects.get(pk=item.pk),
        given=given,
        ticks=_ticks(parts, given, grades, reader),
        choices=[
            Choice(grade, grade.value == given.value, grade.value == str(proposed))
            for grade in grades
        ],
        proposes=proposes,
        talk=talk_of(work.topic),
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
