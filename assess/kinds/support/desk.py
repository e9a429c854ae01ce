"""Support at its desk: one answer at a time, every cited passage by one key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.desk import Desk, Page, register
from assess.kinds.support.actions import label_support
from assess.kinds.support.forms import SupportForm
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.pairs import Line, read_lines
from assess.kinds.support.serializers import SupportSerializer
from assess.kinds.support.shown_labels import count_edited
from assess.kinds.support.spots import SPOTS
from assess.kinds.support.work import read_sheet, recent_labels, values_and_details
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
            line.number: render_to_string(
                "assess/kinds/support/_cites.html", {"line": line}
            )
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


DESK = register(
    Desk(
        kind=SUPPORT,
        name="support",
        item="response",
        template="assess/kinds/support/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=SupportSerializer,
        label=label,
        recent=recent_labels,
        spots=SPOTS,
        end=end,
    )
)
