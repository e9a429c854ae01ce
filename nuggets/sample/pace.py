"""Times and durations of the labels of the sample's people."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import OuterRef, Subquery

from assess.judging.kinds import Kind, get_kind
from assess.judging.models import Change, Judge
from nuggets.sample.campaign import Row
from nuggets.sample.state import Loading

SPREAD = 0.6  # of the logarithm of the seconds
PAUSES = 1.2  # hours at work per active hour


def spread_over_days(loading: Loading) -> None:
    """Spread people's labels over past days, a topic a day, with random durations."""
    for entry in loading.campaign.entries("paces"):
        kind, judge = get_kind(entry["kind"]), loading.judges[entry["judge"]]
        changes = _dated(loading.now, entry, judge, kind)
        Change.objects.bulk_update(changes, ["at", "active_ms"], batch_size=200)
        own = Change.objects.filter(kind=kind.name, label_id=OuterRef("pk"))
        kind.model.objects.by(judge).update(at=Subquery(own.values("at")))


def _dated(now: datetime, entry: Row, judge: Judge, kind: Kind) -> list[Change]:
    labels: Any = kind.model.objects.by(judge)
    topics = dict(labels.values_list("pk", kind.topic))
    changes = list(Change.objects.filter(kind=kind.name, judge=judge).order_by("pk"))
    first, last = entry["seconds"]
    chance = Random(f"{judge.name} {kind.name}")  # noqa: S311 - no secret
    clock: dict[int, datetime] = {}
    for place, change in enumerate(changes):
        median = first + (last - first) * place / len(changes)
        seconds = median * chance.lognormvariate(0, SPREAD)
        topic = topics[change.label_id]
        day = timedelta(days=entry["days_before"] - len(clock))
        clock.setdefault(topic, now - day)
        clock[topic] += timedelta(seconds=seconds * PAUSES)
        change.at, change.active_ms = clock[topic], round(seconds * 1000)
    return changes
