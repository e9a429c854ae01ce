"""The page of one segment next to its topic, graded by one key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from rest_framework import serializers

from accounts.models import User
from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter
from assess.judging.kernel.highlights import written
from assess.judging.kernel.layers import Layer, layers
from assess.judging.kernel.letters import letters_for
from assess.judging.kernel.sentences import sentences
from assess.judging.kinds import Grade
from assess.judging.models import Allocation, Label
from assess.judging.serializers import grade_serializer, highlights_field, note_field
from assess.judging.work import desk as desks
from assess.judging.work.desk import (
    Desk,
    Labelled,
    Page,
    as_it_stands,
    labelling,
)
from assess.judging.work.forms import (
    LONGEST_NOTE,
    GradeForm,
    HighlightsField,
)
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import NotInThisWork
from assess.kinds.kernel.grades import proposals
from assess.kinds.kernel.likely import likely_starts
from assess.kinds.relevance.items import (
    SPOTS,
    GivenGrade,
    RelevanceSheet,
    facts,
    is_held,
    read_sheet,
)
from assess.kinds.relevance.kind import (
    RELEVANCE,
    details_of,
    parts_of,
    recent,
    said_in,
)
from runs.conversation import Talk, talk_of
from runs.models import Segment, Subnarrative, Track

# Keys of the screen other than grades and letters. Where letters tick, the commands
# that would interrupt them have Shift: f flags elsewhere, Shift f here.
KEYS = frozenset("uw/,.?!;[]")


class Tick(NamedTuple):
    """A sub-narrative with the key that ticks it, "" if none is free."""

    part: Subnarrative
    key: str
    ticked: bool


class GradeChoice(NamedTuple):
    """A grade as a button: whether it is the label's, whether the ticks propose it."""

    grade: Grade
    given: bool
    proposed: bool


@dataclass(frozen=True)
class Shown:
    """One segment to grade, and the rest of its page."""

    segment: Segment
    given: GivenGrade
    ticks: list[Tick]
    choices: list[GradeChoice]
    proposes: list[int | None]
    talk: Talk | None
    likely: list[int]
    key: UUID

    @property
    def layers(self) -> list[Layer]:
        """Return the segment's text in layers with the highlights."""
        return layers(self.segment.text, self.given.highlights)

    @property
    def highlights(self) -> str:
        """Return the highlights in the form of the page."""
        return written(self.given.highlights)

    @property
    def sentences(self) -> str:
        """Return the places of the text's sentences in the form of the page."""
        return written(sentences(self.segment.text))

    @property
    def ticked(self) -> int:
        """Return the number of ticked sub-narratives."""
        return sum(tick.ticked for tick in self.ticks)

    @property
    def proposed(self) -> int | None:
        """Return the grade that the ticks propose, or None."""
        return self.proposes[self.ticked - 1] if self.ticked else None

    @property
    def link(self) -> str:
        """Return the segment's URL if it is a web page, else ""."""
        url = self.segment.url.strip()
        return url if url.lower().startswith(("https://", "http://")) else ""


def read_page(page: Page) -> Shown:
    """Return the content of one segment's page."""
    work, sheet, item, reader = page
    given: GivenGrade = cast(RelevanceSheet, sheet).given(item)
    parts = parts_of(work)
    grades = RELEVANCE.scale(work.track)
    proposes = proposals(len(parts), scale=[int(grade.value) for grade in grades])
    ticked = sum(str(part.uuid) in given.ticks for part in parts)
    proposed = proposes[ticked - 1] if ticked else None
    segment = Segment.objects.get(pk=item.pk)
    return Shown(
        segment=segment,
        given=given,
        ticks=_ticks(parts, given, grades, reader),
        choices=[
            GradeChoice(grade, grade.value == given.value, grade.value == str(proposed))
            for grade in grades
        ],
        proposes=proposes,
        talk=talk_of(work.topic),
        likely=likely_starts(segment.text, work.topic.text),
        key=uuid4(),
    )


def _ticks(
    parts: Sequence[Subnarrative],
    given: GivenGrade,
    grades: Sequence[Grade],
    reader: User,
) -> list[Tick]:
    moved = reader.preferences.get("shortcuts", {}).get("map", {})
    taken = KEYS | {grade.key for grade in grades}
    keys = letters_for(len(parts), taken=taken, moved=moved)
    return [
        Tick(part, key, str(part.uuid) in given.ticks)
        for part, key in zip(parts, keys, strict=True)
    ]


class RelevanceForm(GradeForm):
    """A grade with ticks and a note; an empty grade takes the label back."""

    ticks = forms.MultipleChoiceField(required=False)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)
    highlights = HighlightsField(required=False)

    def __init__(
        self, data: QueryDict, *, grades: Sequence[Grade], parts: Sequence[Subnarrative]
    ) -> None:
        """Offer the track's grades and the topic's sub-narratives."""
        super().__init__(data, grades=grades)
        self.fields["ticks"].choices = [(str(part.uuid), part.text) for part in parts]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> str:
        """Return the valid form's grade, ticks and note in words."""
        parts = dict(self.fields["ticks"].choices)  # type: ignore[attr-defined]
        data = self.cleaned_data
        words = f"{data['value']} {super().chosen}".strip()
        if data["ticks"]:
            words += f", with {'; '.join(parts[tick] for tick in data['ticks'])}"
        if data["note"]:
            words += f", and the note “{data['note']}”"
        return words


def shown(page: Page) -> dict[str, Any]:
    """Return the segment next to the topic."""
    return {"page": read_page(page), "ahead": settings.SEGMENTS_AHEAD}


def form(work: Allocation, data: QueryDict) -> RelevanceForm:
    """Return the plain form of one grade, with its ticks and its note."""
    return RelevanceForm(data, grades=RELEVANCE.scale(work.track), parts=parts_of(work))


def labelled(target: Target, said: Mapping[str, Any]) -> Labelled:
    """Return the segment, and its grade's new details, which replace the old ones.

    With the grade "" the details are stored until a grade is given. Raise NotInThisWork
    for a segment outside the work.
    """
    found = target.facts["found"]
    if not (found and is_held(target.work, **found)):
        raise NotInThisWork
    return Labelled((target.work.topic_id, found["pk"]), details_of(target, said))


def stands(label: Label | None) -> dict[str, Any]:
    """Return the current state of a label that somebody else changed."""
    return as_it_stands(label) | said_in(label.details if label else {})


DESK = desks.register(
    Desk(
        kind=RELEVANCE,
        name="relevance",
        item="segment",
        page="item",
        has_marks=False,
        template="assess/kinds/relevance/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=grade_serializer(
            "segment",
            ticks=serializers.ListField(
                child=serializers.UUIDField(), required=False, max_length=500
            ),
            note=note_field(),
            highlights=highlights_field(),
        ),
        label=labelling(Targets(RELEVANCE, facts, "segment"), labelled),
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
        stands=stands,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the segment with what the judges highlighted, and the topic's parts."""
    segment = Segment.objects.get(pk=matter.parts["segment"])
    sides = (said for side in matter.sides for said in (side, *side.members))
    spans = [span for said in sides for span in said.spans]
    return {
        "segment": segment,
        "layers": layers(segment.text, spans),
        "page": {"talk": talk_of(matter.work.topic)},
        "parts": parts_of(matter.work),
    }


def text(parts: Mapping[str, int]) -> str:
    """Return the segment's text."""
    return Segment.objects.values_list("text", flat=True).get(pk=parts["segment"])


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the segment."""
    return reverse("runs:segment", args=[track.uuid, parts[1]])


EXHIBIT = exhibits.register(
    Exhibit(
        kind=RELEVANCE,
        about="segment__title",
        template="assess/kinds/relevance/_disputed",
        shown=disputed,
        text=text,
        behind=behind,
        turn=92,
        has_marks=False,
    )
)
