"""What an assessor does with their assignment work."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery, UUIDField

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models.footing import bare
from assess.judging.work.actions import label_item
from assess.judging.work.target import Held, Targets
from assess.judging.work.walk import NotInThisWork
from config.statements import Given
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.work import current_version, public_name
from nuggets.models import Nugget
from runs.models import Response


def _facts() -> dict[str, Any]:
    version = current_version("bare_subject")
    nuggets = Nugget.objects.filter(
        uuid=Given("nugget", UUIDField()), listings__version=Subquery(version)
    )
    responses = Response.objects.visible().filter(
        uuid=Given("response", UUIDField()), topic=OuterRef("topic")
    )
    return {
        "bare_subject": bare("subject"),
        "nugget_pk": Subquery(nuggets.values("pk")),
        "response_pk": Subquery(responses.values("pk")),
    }


TARGETS = Targets(ASSIGNMENT, _facts, "nugget", "response")


def label_assignment(
    held: Held, *, response: UUID, nugget: UUID, value: str, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one label of some work, as its assessor.

    Raise NotHeld, NotInThisWork for an item that the work does not hold, StaleLabel
    and NotOnTheScale as `give_label` does.
    """
    name = public_name(response, nugget)
    target = TARGETS.find(held, name=name, response=response, nugget=nugget)
    item = (target.facts["nugget_pk"], target.facts["response_pk"])
    if None in item:
        raise NotInThisWork
    return label_item(target, ASSIGNMENT, item, value, name=name, act=act, now=now)
