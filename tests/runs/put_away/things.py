"""Things that can be put away and restored, and the totals that count them."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from assess.analysis.agreement.forms import first_judges
from assess.analysis.over_time.history import given_in
from assess.judging.judges.listing import judge_rows, labels_by_kind
from assess.judging.kinds import get_kind
from assess.judging.labels.availability import labels_away
from assess.judging.labels.cells import judged_cells
from assess.judging.labels.counts import label_counts
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge, Slot
from runs.models import Track
from runs.put_away.actions import put_away, restore
from runs.put_away.registry import thing_kind
from tests.query_counts.world import World


def thing_of(world: World, name: str) -> Any:  # noqa: ANN401 - a row of any kind
    kind = thing_kind(name)
    return kind.rows(world.track).get(uuid=world.ids[name])


def away(world: World, name: str) -> Any:  # noqa: ANN401
    kind, thing = thing_kind(name), thing_of(world, name)
    put_away(kind, thing, track=world.track, by=None, now=timezone.now())
    return thing


def back(world: World, name: str) -> None:
    kind, thing = thing_kind(name), thing_of(world, name)
    restore(kind, thing, track=world.track, by=None, now=timezone.now())


def totals(world: World) -> dict[str, Any]:
    """Return every current total."""
    track = Track.everything.get(pk=world.track.pk)
    judge = Judge.everything.select_related("track").get(pk=world.judge.pk)
    judges = {row.judge.name: row.labels for row in judge_rows(track)}
    counts = label_counts(track, now=timezone.now()).kinds
    here = set(track.topics.values_list("pk", flat=True))
    return {
        "by judge": judges,
        "one judge": [number for _, number in labels_by_kind(judge)],
        "by topic": {
            kind: sum(sum(sides) for topic, sides in found.items() if topic in here)
            for kind, found in counts.items()
        },
        "labels": {
            kind: len(labels_of(judge, get_kind(kind)))
            for kind in ("relevance", "support", "assignment")
        },
        "cells": sum(judged_cells(track, get_kind("support"))[judge.pk].values()),
        "over time": sum(
            sum(span.labels.values()) for span in given_in(track, ZoneInfo("UTC"))
        ),
        "first": first_judges(track),
        "open work": Allocation.objects.open().filter(track=track).count(),
        "waiting": Slot.objects.filter(track=track, withdrawn_at=None).count(),
        "away": [(kind.name, number) for kind, number in labels_away(track)],
    }
