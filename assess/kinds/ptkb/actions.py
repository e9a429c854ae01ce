"""Label PTKB statements: as an assessor, or as the topics file itself says."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from assess.judging.labels.writer import Act, NewLabel, Outcome, Recorded, record_labels
from assess.judging.models import Allocation, Judge
from assess.judging.work.actions import label_item
from assess.judging.work.walk import NotInThisWork
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.ptkb.work import statements_of
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


def label_ptkb(
    allocation: Allocation, *, statement: UUID, value: str, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one label of an allocation, as its assessor.

    Raise NotInThisWork for another conversation's statement, StaleLabel and
    NotOnTheScale as `give_label` does.
    """
    found = statements_of(allocation.topic).filter(uuid=statement).first()
    if found is None:
        raise NotInThisWork
    item = (allocation.topic_id, found.pk)
    name = str(statement)
    return label_item(allocation, PTKB, item, value, name=name, act=act, now=now)
