"""Relevance at its desk: one segment at a time, graded by one key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation, Label
from assess.judging.work.desk import Desk, Page, as_it_stands, register
from assess.judging.work.target import Held
from assess.kinds.relevance.actions import label_relevance
from assess.kinds.relevance.forms import RelevanceForm
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.page import read_page
from assess.kinds.relevance.serializers import RelevanceSerializer
from assess.kinds.relevance.spots import SPOTS
from assess.kinds.relevance.work import (
    Said,
    parts_of,
    read_sheet,
    recent_labels,
    said_in,
)


def shown(page: Page) -> dict[str, Any]:
    """Return the segment beside the topic."""
    return {"page": read_page(page)}


def form(work: Allocation, data: QueryDict) -> RelevanceForm:
    """Return the plain form of one grade, with its ticks and its note."""
    return RelevanceForm(data, grades=RELEVANCE.scale(work.track), parts=parts_of(work))


def label(held: Held, said: Mapping[str, Any], *, act: Act, now: datetime) -> Outcome:
    """Write one grade of one segment, with its ticks, note and highlights."""
    ticks = tuple(UUID(str(tick)) for tick in said.get("ticks", ()))
    spans = tuple((start, end) for start, end in said.get("highlights", ()))
    return label_relevance(
        held,
        segment=said["segment"],
        value=said["value"],
        said=Said(ticks, said.get("note", ""), spans),
        act=act,
        now=now,
    )


def stands(label: Label | None) -> dict[str, Any]:
    """Return what a person is told of a label that somebody else changed."""
    return as_it_stands(label) | said_in(label.details if label else {})


DESK = register(
    Desk(
        kind=RELEVANCE,
        name="relevance",
        item="segment",
        page="item",
        has_marks=False,
        template="assess/kinds/relevance/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=RelevanceSerializer,
        label=label,
        recent=recent_labels,
        spots=SPOTS,
        stands=stands,
    )
)
