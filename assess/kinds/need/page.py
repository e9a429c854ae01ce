"""The page of one response: every sentence, and one key for each that cites nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db.models import Count, Exists, OuterRef, Subquery, UUIDField

from assess.judging.models import Allocation
from assess.judging.rounds.protocols import waits_for
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import Given as GivenLabel
from assess.judging.work.walk import NotInThisWork
from assess.kinds.need.items import SPOTS, NeedSheet, read_sheet, sentences_of
from assess.kinds.need.kind import GRADES, NEED
from config.operations.statements import Given
from runs.models import Citation, Response, Sentence


class AskedLine(NamedTuple):
    """One sentence of a response, numbered from 1, with its label if it cites nothing.

    `key` is that of a plain form's next action.
    """

    number: int
    sentence: Sentence
    citations: int
    given: GivenLabel
    key: UUID

    @property
    def is_asked(self) -> bool:
        """Return whether the sentence is judged."""
        return not self.citations and bool(self.sentence.text)


def shown(page: Page) -> dict[str, Any]:
    """Return all sentences of the response, and the two values."""
    counted = page.item.sentences.annotate(cited=Count("citations"))
    return {
        "lines": [
            AskedLine(number, row, row.cited, page.sheet.given(row.pk), uuid4())
            for number, row in enumerate(counted.order_by("position"), start=1)
        ],
        "grades": tuple(reversed(GRADES)),
    }


def facts() -> dict[str, Any]:
    """Return the columns that are read of a sentence: its number."""
    own = Sentence.objects.filter(
        ~Exists(Citation.objects.filter(sentence=OuterRef("pk"))),
        uuid=Given("sentence", UUIDField()),
        response__in=Response.objects.visible().values("pk"),
        response__topic=OuterRef("topic"),
    )
    return {"sentence_pk": Subquery(own.exclude(text="").values("pk"))}


def labelled(target: Target, _said: Mapping[str, Any]) -> Labelled:
    """Return the sentence of a label.

    Raise NotInThisWork for one that cites, and for work that waits for another.
    """
    pk = target.facts["sentence_pk"]
    if pk is None or waits_for(target.work):
        raise NotInThisWork
    return Labelled((pk,))


def recent(work: Allocation, sheet: NeedSheet) -> LastLabels:
    """Return the last labels on sentences still in the work, the latest first."""
    here = (
        own_labels(NEED, work)
        .filter(sentence__in=sentences_of(work).values("pk"))
        .select_related("sentence__response")
        .defer("sentence__response__text")
    )

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        one = label.sentence
        number = sheet.place(one.response)
        return RecentPlace(str(one.uuid), one.response.uuid, one.text, number)

    return LastLabels(here, NEED, work, place)


DESK = desks.register(
    Desk(
        kind=NEED,
        name="need",
        item="response",
        template="assess/kinds/need/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(NEED, "sentence", anchor="sentence-"),
        serializer=grade_serializer("sentence", grades=GRADES),
        label=labelling(Targets(NEED, facts, "sentence"), labelled),
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
    )
)
