"""PTKB statements at their desk: one turn, every statement by one key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.desk import Desk, Page, register
from assess.judging.work.target import Held
from assess.kinds.ptkb.actions import label_ptkb
from assess.kinds.ptkb.forms import PtkbForm
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.ptkb.serializers import PtkbSerializer
from assess.kinds.ptkb.spots import SPOTS
from assess.kinds.ptkb.work import read_sheet, recent_labels, talk_before


def shown(page: Page) -> dict[str, Any]:
    """Return the conversation up to the turn, and the statements beside it.

    The turn's own response stays out: it was written with the statements in hand.
    """
    return {
        "talk": page.item.conversation,
        "before": talk_before(page.item),
        "rows": [(row, uuid4()) for row in page.sheet.rows],
        "grades": tuple(reversed(PTKB.scale(page.work.track))),
    }


def form(_work: Allocation, data: QueryDict) -> PtkbForm:
    """Return the plain form of one label."""
    return PtkbForm(data)


def label(held: Held, said: Mapping[str, Any], *, act: Act, now: datetime) -> Outcome:
    """Write one label of one statement."""
    statement, value = said["statement"], said["value"]
    return label_ptkb(held, statement=statement, value=value, act=act, now=now)


DESK = register(
    Desk(
        kind=PTKB,
        name="ptkb",
        item="turn",
        template="assess/kinds/ptkb/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=PtkbSerializer,
        label=label,
        recent=recent_labels,
        spots=SPOTS,
    )
)
