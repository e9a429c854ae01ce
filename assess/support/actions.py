"""What an assessor does with their support work."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from assess.actions.allocations import finish
from assess.actions.judges import judge_of
from assess.actions.labels import Act, Outcome, give_label
from assess.models import Allocation
from assess.screens import Progress
from assess.support.kind import SUPPORT
from assess.support.work import NotInThisWork, citations_of, support_progress


def label_support(
    allocation: Allocation, *, citation: UUID, value: str, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one label of an allocation, as its assessor.

    Raise NotInThisWork for a citation that the allocation does not ask about,
    StaleLabel and NotOnTheScale as `give_label` does.
    """
    asked = citations_of(allocation).filter(uuid=citation)
    item = asked.values_list("pk", flat=True).first()
    if item is None:
        raise NotInThisWork
    return give_label(
        SUPPORT,
        (item,),
        value,
        judge=judge_of(allocation.assessor, allocation.track, now=now),
        actor=allocation.assessor,
        act=act,
        now=now,
        round=allocation.round,
    )


def finish_support(allocation: Allocation, *, now: datetime) -> Progress:
    """Mark an allocation as finished if nothing is left; return how far it is.

    With something left, or nothing in it, the allocation stays open.
    """
    with transaction.atomic():
        progress = support_progress([allocation])[allocation.pk]
        if progress.total and not progress.left:
            finish(allocation, now=now)
    return progress
