"""What an assessor does with their assignment work."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.actions import label_item
from assess.judging.work.walk import NotInThisWork
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.work import public_name, versions_of
from nuggets.models import Nugget
from runs.models import Response


def label_assignment(
    allocation: Allocation,
    *,
    response: UUID,
    nugget: UUID,
    value: str,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one label of an allocation, as its assessor.

    Raise NotInThisWork for an item that the allocation does not hold, StaleLabel and
    NotOnTheScale as `give_label` does.
    """
    item = _item(allocation, response=response, nugget=nugget)
    return label_item(
        allocation,
        ASSIGNMENT,
        item,
        value,
        name=public_name(response, nugget),
        act=act,
        now=now,
    )


def _item(allocation: Allocation, *, response: UUID, nugget: UUID) -> tuple[int, int]:
    """Return the row numbers of an item without reading the whole allocation."""
    answer = (
        Response.objects.visible()
        .for_topic(allocation.topic)
        .filter(uuid=response)
        .values_list("pk", flat=True)
        .first()
    )
    version = versions_of([allocation]).get((allocation.subject, allocation.topic_id))
    piece = (
        Nugget.objects.filter(uuid=nugget, listings__version=version)
        .values_list("pk", flat=True)
        .first()
        if version
        else None
    )
    if answer is None or piece is None:
        raise NotInThisWork
    return piece, answer
