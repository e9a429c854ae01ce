"""Label PTKB statements: as an assessor, or as the topics file itself says."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery, UUIDField

from assess.judging.labels.writer import Act, NewLabel, Outcome, Recorded, record_labels
from assess.judging.models import Judge
from assess.judging.work.actions import label_item
from assess.judging.work.target import Held, Targets
from assess.judging.work.walk import NotInThisWork
from assess.kinds.ptkb.kind import PTKB
from config.statements import Given
from runs.models import PtkbStatement, Topic, Track


class OwnLabels(ValueError):
    """The judge of that name gives its own labels."""


def label_as_organizers_did(track: Track, name: str, *, now: datetime) -> Recorded:
    """Give an import judge of that name what the topics file says of each statement.

    The file names a turn's relevant statements; the others are then not relevant.
    Doing it twice changes nothing. Raise OwnLabels for a judge that is no import.
    """
    with transaction.atomic():
        judge, _made = Judge.objects.get_or_create(
            track=track,
            name=name,
            defaults={
                "kind": Judge.IMPORT,
                "description": "What the topics file says of each turn",
                "landed_at": now,
            },
        )
        if judge.kind != Judge.IMPORT:
            raise OwnLabels(name)
        return record_labels(PTKB, judge, _said_by_topics(track), now=now)


def _said_by_topics(track: Track) -> list[NewLabel]:
    said: dict[int, list[tuple[int, str]]] = {}
    rows = PtkbStatement.objects.filter(conversation__track=track).order_by("pk")
    for talk, pk, name in rows.values_list("conversation", "pk", "name"):
        said.setdefault(talk, []).append((pk, name))
    turns = Topic.objects.filter(track=track).exclude(conversation=None)
    return [
        NewLabel(
            (turn, statement),
            "relevant" if name in details.get("statements", ()) else "not_relevant",
        )
        for turn, talk, details in turns.values_list("pk", "conversation", "details")
        for statement, name in said.get(talk, ())
    ]


def _facts() -> dict[str, Any]:
    own = PtkbStatement.objects.filter(
        uuid=Given("statement", UUIDField()),
        conversation=OuterRef("topic__conversation"),
    )
    return {"statement_pk": Subquery(own.values("pk"))}


TARGETS = Targets(PTKB, _facts, "statement")


def label_ptkb(
    held: Held, *, statement: UUID, value: str, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one label of some work, as its assessor.

    Raise NotHeld, NotInThisWork for another conversation's statement, StaleLabel and
    NotOnTheScale as `give_label` does.
    """
    name = str(statement)
    target = TARGETS.find(held, name=name, statement=statement)
    pk = target.facts["statement_pk"]
    if pk is None:
        raise NotInThisWork
    item = (target.work.topic_id, pk)
    return label_item(target, PTKB, item, value, name=name, act=act, now=now)
