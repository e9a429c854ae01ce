"""The page of one turn: the conversation before it, and one key per statement."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, QuerySet, Subquery, UUIDField

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.models import Allocation
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import NotInThisWork
from assess.kinds.ptkb.items import SPOTS, PtkbSheet, read_sheet
from assess.kinds.ptkb.kind import GRADES, PTKB
from config.operations.statements import Given
from runs.models import PtkbStatement, Topic, Track


def talk_before(turn: Topic) -> QuerySet[Topic]:
    """Return the turns of the conversation before this one, in their order."""
    turns = Topic.objects.filter(
        conversation__isnull=False, conversation=turn.conversation_id
    )
    return turns.filter(position__lt=turn.position).order_by("position", "pk")


def shown(page: Page) -> dict[str, Any]:
    """Return the conversation up to the turn, and the statements next to it.

    The turn's own response is left out, because it was written from the statements.
    """
    return {
        "talk": page.item.conversation,
        "before": talk_before(page.item),
        "rows": [(row, uuid4()) for row in page.sheet.rows],
        "grades": tuple(reversed(PTKB.scale(page.work.track))),
    }


def facts() -> dict[str, Any]:
    """Return the columns that are read of a statement: its number."""
    own = PtkbStatement.objects.filter(
        uuid=Given("statement", UUIDField()),
        conversation=OuterRef("topic__conversation"),
    )
    return {"statement_pk": Subquery(own.values("pk"))}


def labelled(target: Target, _said: Mapping[str, Any]) -> Labelled:
    """Return the turn and the statement; raise NotInThisWork for another person's."""
    pk = target.facts["statement_pk"]
    if pk is None:
        raise NotInThisWork
    return Labelled((target.work.topic_id, pk))


def recent(work: Allocation, sheet: PtkbSheet) -> LastLabels:
    """Return the last labels, the latest first."""
    every = enumerate(sheet.statements, start=1)
    numbers = {one.pk: (number, one) for number, one in every}

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        number, one = numbers[label.statement_id]
        return RecentPlace(str(one.uuid), sheet.turn.uuid, one.text, number)

    return LastLabels(own_labels(PTKB, work), PTKB, work, place)


DESK = desks.register(
    Desk(
        kind=PTKB,
        name="ptkb",
        item="turn",
        template="assess/kinds/ptkb/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(PTKB, "statement", anchor="statement-"),
        serializer=grade_serializer("statement", grades=GRADES),
        label=labelling(Targets(PTKB, facts, "statement"), labelled),
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the statement, and the conversation up to the turn."""
    turn = matter.work.topic
    return {
        "statement": PtkbStatement.objects.get(pk=matter.parts["statement"]),
        "talk": turn.conversation,
        "before": talk_before(turn),
        "turn": turn,
    }


def behind(_track: Track, _parts: tuple[UUID, ...]) -> str:
    """Return "": a statement has no page of its own."""
    return ""


EXHIBIT = exhibits.register(
    Exhibit(
        kind=PTKB,
        about="statement__text",
        template="assess/kinds/ptkb/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=91,
    )
)
