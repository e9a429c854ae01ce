"""Assignment at its desk: one response at a time, every nugget by one key."""

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
from nuggets.assignment.actions import label_assignment
from nuggets.assignment.forms import AssignmentForm
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.serializers import AssignmentSerializer
from nuggets.assignment.spots import SPOTS
from nuggets.assignment.work import read_sheet, recent_labels
from nuggets.models import BankVersion
from runs.markdown import render_answer


def shown(page: Page) -> dict[str, Any]:
    """Return the response's sentences, its nuggets, and the scale from the best."""
    sentences = page.item.sentences.all()
    texts = [sentence.text for sentence in sentences]
    return {
        "sentences": sentences,
        "markdown": render_answer(texts, page.item.text),
        "rows": [(row, uuid4()) for row in page.sheet.rows(page.item)],
        "grades": tuple(reversed(ASSIGNMENT.scale(page.work.track))),
    }


def form(_work: Allocation, data: QueryDict) -> AssignmentForm:
    """Return the plain form of one label."""
    return AssignmentForm(data)


def label(held: Held, said: Mapping[str, Any], *, act: Act, now: datetime) -> Outcome:
    """Write one label of one nugget on one response."""
    item = {name: said[name] for name in ("response", "nugget", "value")}
    return label_assignment(held, **item, act=act, now=now)


def end(work: Allocation) -> dict[str, Any]:
    """Say whether the list of nuggets is still being edited."""
    edited = BankVersion.objects.filter(
        bank__uuid=work.subject, topic=work.topic, state=BankVersion.OPEN
    )
    return {"being_edited": edited.exists()}


DESK = register(
    Desk(
        kind=ASSIGNMENT,
        namespace="nuggets",
        name="assign",
        item="response",
        template="nuggets/assignment/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=AssignmentSerializer,
        label=label,
        recent=recent_labels,
        spots=SPOTS,
        end=end,
    )
)
