"""Support at its desk: one answer at a time, every cited passage by one key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from assess.actions.labels import Act, Outcome
from assess.models import Allocation
from assess.support.actions import label_support
from assess.support.forms import SupportForm
from assess.support.kind import SUPPORT
from assess.support.pairs import Line, read_lines
from assess.support.serializers import SupportSerializer
from assess.support.shown import count_edited
from assess.support.spots import SPOTS
from assess.support.work import read_sheet, recent_labels, values_and_details
from assess.work.desk import Desk, Page
from runs.markdown import render_answer


def shown(page: Page) -> dict[str, Any]:
    """Return the sentences of the response, and the scale from best to worst."""
    lines = read_lines(page.work, page.sheet, page.item)
    best_first = reversed(SUPPORT.scale(page.work.track))
    return {
        "lines": lines,
        "markdown": _as_markdown(lines),
        "grades": sorted(best_first, key=lambda grade: grade.apart),
    }


def _as_markdown(lines: Sequence[Line]) -> SafeString | None:
    """Return the answer with each sentence's passages behind it."""
    return render_answer(
        [line.sentence.text for line in lines],
        after={
            line.number: render_to_string("assess/_support_cites.html", {"line": line})
            for line in lines
            if line.pairs
        },
        passed={line.number for line in lines if line.is_passed},
    )


def form(work: Allocation, data: QueryDict) -> SupportForm:
    """Return the plain form of one label."""
    return SupportForm(data, grades=SUPPORT.scale(work.track))


def label(
    work: Allocation, said: Mapping[str, Any], *, act: Act, now: datetime
) -> Outcome:
    """Write one label of one citation."""
    citation, value = said["citation"], said["value"]
    return label_support(work, citation=citation, value=value, act=act, now=now)


def end(work: Allocation) -> dict[str, Any]:
    """Say what became of the labels that were shown, where any were."""
    if work.shown is None:
        return {}
    return {"edited": count_edited(values_and_details(work))}


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
    recent=recent_labels,
    spots=SPOTS,
    end=end,
)
