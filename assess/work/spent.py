"""How long an assessor was active over some work."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, Sum

from assess.kinds import Kind
from assess.models import Allocation, Change


class Spent(NamedTuple):
    """Active time over one allocation's labels: today's, and all of it."""

    today: timedelta
    total: timedelta


def time_spent(work: Allocation, kind: Kind, *, midnight: datetime) -> Spent:
    """Return the active time of an allocation, by the changes of its labels."""
    labels = kind.model.objects.filter(
        judge__user=work.assessor_id,
        judge__track=work.track_id,
        round=work.round,
        **{kind.topic: work.topic_id},
    )
    changes = Change.objects.filter(
        kind=kind.name, actor=work.assessor_id, label_id__in=labels.values("pk")
    )
    found = changes.aggregate(
        total=Sum("active_ms"), today=Sum("active_ms", filter=Q(at__gte=midnight))
    )
    return Spent(_span(found["today"]), _span(found["total"]))


def _span(milliseconds: int | None) -> timedelta:
    return timedelta(milliseconds=milliseconds or 0)
