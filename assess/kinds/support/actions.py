"""What an assessor does with their support work."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.actions import label_item
from assess.judging.work.walk import NotInThisWork
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.shown_labels import shown_with
from assess.kinds.support.work import citations_of, public_name


def label_support(
    allocation: Allocation, *, citation: UUID, value: str, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one label of an allocation, as its assessor.

    Where a judge's labels are shown, it is kept with the label which one was. Raise
    NotInThisWork for a citation that the allocation does not ask about, StaleLabel and
    NotOnTheScale as `give_label` does.
    """
    asked = citations_of(allocation).filter(uuid=citation)
    item = asked.values_list("pk", flat=True).first()
    if item is None:
        raise NotInThisWork
    act = replace(act, details=shown_with(allocation, item))
    return label_item(
        allocation,
        SUPPORT,
        (item,),
        value,
        name=public_name(citation),
        act=act,
        now=now,
    )
