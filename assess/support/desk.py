"""Support at its desk: one answer at a time, every cited passage by one key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import QueryDict

from assess.actions.labels import Act, Outcome
from assess.models import Allocation
from assess.support.actions import finish_support, label_support
from assess.support.forms import SupportForm
from assess.support.kind import SUPPORT
from assess.support.pairs import read_lines
from assess.support.serializers import SupportSerializer
from assess.support.work import read_sheet, recent_labels
from assess.work.desk import Desk, Page


def shown(page: Page) -> dict[str, Any]:
    """Return the sentences of the response, and the scale from best to worst."""
    return {
        "lines": read_lines(page.work, page.sheet, page.item),
        "grades": tuple(reversed(SUPPORT.scale(page.work.track))),
    }


def form(_work: Allocation, data: QueryDict) -> SupportForm:
    """Return the plain form of one label."""
    return SupportForm(data)


def label(
    work: Allocation, said: Mapping[str, Any], *, act: Act, now: datetime
) -> Outcome:
    """Write one label of one citation."""
    citation, value = said["citation"], said["value"]
    return label_support(work, citation=citation, value=value, act=act, now=now)


DESK = Desk(
    kind=SUPPORT,
    namespace="assess",
    name="support",
    item="response",
    template="assess/support",
    read_sheet=read_sheet,
    shown=shown,
    form=form,
    serializer=SupportSerializer,
    label=label,
    finish=finish_support,
    recent=recent_labels,
)
