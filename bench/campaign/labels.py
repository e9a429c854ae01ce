"""Labels of a campaign in progress, with the changes that created them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from random import Random
from typing import Any
from uuid import uuid4

from django.db import transaction

from assess.judging.kinds import Kind, get_kind
from assess.judging.models import Change, Judge, Label
from bench.campaign.topics import KINDS, Desk

BATCH = 10_000


def write_labels(
    desks: Sequence[Desk],
    judges: Sequence[Judge],
    count: int,
    *,
    rng: Random,
    now: datetime,
) -> None:
    """Write that many labels and their changes, on all desks except a person's own."""
    waiting: dict[str, list[Label]] = defaultdict(list)
    for number, (kind, label) in enumerate(_labels(desks, judges, rng=rng, now=now)):
        if number == count:
            break
        waiting[kind.name].append(label)
        if len(waiting[kind.name]) == BATCH:
            write_batch(kind, waiting.pop(kind.name))
    for name, rows in waiting.items():
        write_batch(get_kind(name), rows)


def _labels(
    desks: Sequence[Desk], judges: Sequence[Judge], *, rng: Random, now: datetime
) -> Iterator[tuple[Kind, Label]]:
    kinds = [get_kind(name) for name in KINDS]
    scales = {kind: kind.values(desks[0].topic.track) for kind in kinds}
    for kind, desk, judge, item in _judged(desks, judges, kinds):
        label = kind.model(
            judge=judge,
            actor_id=judge.user_id,
            value=rng.choice(scales[kind]),
            details=_details(kind, desk, rng),
            at=now,
            **dict(zip(kind.columns, item, strict=True)),
        )
        yield kind, label


def _judged(
    desks: Sequence[Desk], judges: Sequence[Judge], kinds: Sequence[Kind]
) -> Iterator[tuple[Kind, Desk, Judge, tuple[int, ...]]]:
    for step in range(1, len(desks)):
        for place, judge in enumerate(judges):
            desk = desks[(place + step) % len(desks)]
            for kind in kinds:
                for item in desk.items[kind.name]:
                    yield kind, desk, judge, item


def _details(kind: Kind, desk: Desk, rng: Random) -> dict[str, Any]:
    if kind.name != "relevance":
        return {}
    return {"ticks": rng.sample(desk.parts, rng.randrange(4))}


def write_batch(kind: Kind, labels: list[Label]) -> None:
    """Write labels of one kind, with the change that created each."""
    with transaction.atomic():
        kept = kind.model.objects.bulk_create(labels)
        Change.objects.bulk_create(
            Change(
                kind=kind.name,
                label_id=label.pk,
                judge_id=label.judge_id,
                actor_id=label.actor_id,
                key=uuid4() if label.actor_id else None,
                version=1,
                after=label.value,
                details=label.details,
                at=label.at,
            )
            for label in kept
        )
