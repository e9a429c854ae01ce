"""The read-only API for organizers' scripts: tracks, topics, runs, judges, labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.decorators import api_view
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response as Answer
from rest_framework.serializers import BaseSerializer

from accounts.models import User
from assess.judging.kinds import Kind, UnknownKind, get_kind
from assess.judging.labels.availability import at_hand
from assess.judging.models import Change, Judge, Label
from assess.judging.serializers import (
    JudgeSerializer,
    LabelSerializer,
    RunSerializer,
    TopicSerializer,
    TrackSerializer,
)
from runs.models import Run, Topic, Track
from runs.views.lookup import organized_track


class Pages(LimitOffsetPagination):
    """A hundred rows per page, or `limit` of them, up to a maximum."""

    max_limit = 1_000


def _page(
    request: Request, rows: QuerySet[Any], serializer: type[BaseSerializer[Any]]
) -> Answer:
    pages = Pages()
    page = pages.paginate_queryset(rows, request) or []
    return pages.get_paginated_response(serializer(page, many=True).data)


# /api/tracks/
@api_view(["GET"])
def tracks(request: Request) -> Answer:
    """List the tracks that the person organizes."""
    rows = Track.objects.organized_by(cast(User, request.user))
    return _page(request, rows.order_by("name", "pk"), TrackSerializer)


# /api/tracks/<track>/topics/
@api_view(["GET"])
def topics(request: Request, track: UUID) -> Answer:
    """List a track's topics, in their order."""
    rows = Topic.objects.filter(track=organized_track(request, track))
    return _page(request, rows, TopicSerializer)


# /api/tracks/<track>/runs/
@api_view(["GET"])
def runs(request: Request, track: UUID) -> Answer:
    """List a track's completely imported runs, by tag."""
    rows = Run.objects.visible().filter(track=organized_track(request, track))
    return _page(request, rows.order_by("name", "pk"), RunSerializer)


# /api/tracks/<track>/judges/
@api_view(["GET"])
def judges(request: Request, track: UUID) -> Answer:
    """List a track's judges, by name."""
    rows = Judge.objects.visible().filter(track=organized_track(request, track))
    return _page(request, rows.order_by("name", "pk"), JudgeSerializer)


# /api/tracks/<track>/labels/<kind>/
@api_view(["GET"])
def labels(request: Request, track: UUID, kind: str) -> Answer:
    """List a track's labels of one kind with their history, by judge and by item.

    `?judge=` selects one judge's.
    """
    found = organized_track(request, track)
    try:
        of_kind = get_kind(kind)
    except UnknownKind as error:
        raise Http404 from error
    pages = Pages()
    numbers = pages.paginate_queryset(
        _numbers(of_kind, found, _judges(request, found)), request
    )
    page = _labels(of_kind, numbers or [])
    context = {"kind": of_kind, "changes": _changes(of_kind, page)}
    answer = LabelSerializer(page, many=True, context=context)  # type: ignore[arg-type]
    return pages.get_paginated_response(answer.data)


def _judges(request: Request, track: Track) -> QuerySet[Judge]:
    rows = Judge.objects.visible().filter(track=track)
    if "judge" not in request.query_params:
        return rows
    try:
        return rows.filter(uuid=UUID(request.query_params["judge"]))
    except ValueError as error:
        raise ValidationError({"judge": "This is not a judge's uuid."}) from error


def _numbers(kind: Kind, track: Track, judges: QuerySet[Judge]) -> QuerySet[Any, int]:
    # The page is cut from row numbers alone, in the order of the index: any other query
    # takes seconds on millions of labels.
    here = at_hand(kind, track)
    rows = kind.model.objects.filter(here, judge__in=list(judges))
    return rows.order_by(*_order(kind)).values_list("pk", flat=True)


def _order(kind: Kind) -> tuple[str, ...]:
    return ("judge_id", *kind.columns, "round", "repeat")


def _labels(kind: Kind, numbers: Sequence[int]) -> list[Label]:
    rows = kind.model.objects.filter(pk__in=numbers)
    return list(
        rows.select_related("judge", "actor", *kind.item).order_by(*_order(kind))
    )


def _changes(kind: Kind, labels: Sequence[Label]) -> dict[int, list[Change]]:
    rows = Change.objects.filter(
        kind=kind.name, label_id__in=[label.pk for label in labels]
    )
    changes: dict[int, list[Change]] = defaultdict(list)
    for change in rows.select_related("actor").order_by("version", "pk"):
        changes[change.label_id].append(change)
    return changes
