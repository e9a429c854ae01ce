"""Write many labels at once, by a machine or an import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from assess.judging.kinds import Kind
from assess.judging.labels.writer import BATCH, NewLabel, NotOnTheScale, Recorded
from assess.judging.models import Change, Judge, Label


def record_labels(
    kind: Kind,
    judge: Judge,
    rows: Sequence[NewLabel],
    *,
    now: datetime,
    actor: User | None = None,
    round: int = 0,
) -> Recorded:
    """Write many labels and their changes in one transaction, a few statements a batch.

    Labels that already have value and details are not changed, so a second call changes
    nothing. If an item occurs several times, the last row counts. Raise NotOnTheScale
    before anything is written, except for a judge with a scale of its own.
    """
    check_scale(kind, judge, rows)
    created = changed = 0
    with transaction.atomic():
        for batch in _batches(list({row.item: row for row in rows}.values())):
            new, altered = _write_batch(
                kind, judge, batch, now=now, actor=actor, round=round
            )
            created += new
            changed += altered
    return Recorded(created, changed, len(rows) - created - changed)


def check_scale(kind: Kind, judge: Judge, rows: Sequence[NewLabel]) -> None:
    """Raise NotOnTheScale for a value off the scale, unless the judge has its own."""
    strange = {row.value for row in rows} - {"", *kind.values(judge.track)}
    if strange and not judge.has_own_scale:
        raise NotOnTheScale(f"not grades of {kind.title.lower()}: {sorted(strange)}")


def _batches(rows: Sequence[NewLabel]) -> Iterator[Sequence[NewLabel]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _write_batch(
    kind: Kind,
    judge: Judge,
    rows: Sequence[NewLabel],
    *,
    now: datetime,
    actor: User | None,
    round: int,
) -> tuple[int, int]:
    existing = _existing(kind, judge, rows, round=round)
    fresh, altered, before = [], [], []
    for row in rows:
        label = existing.get(row.item)
        if label is None:
            where = dict(zip(kind.columns, row.item, strict=True))
            label = kind.model(judge=judge, round=round, version=0, **where)
            fresh.append(label)
        elif _says_the_same(label, row):
            continue
        else:
            altered.append(label)
        before.append((label, label.value))
        label.value, label.details, label.call = row.value, dict(row.details), row.call
        label.actor, label.at, label.version = actor, now, label.version + 1
        label.profile_version = judge.track.profile.version
    kind.model.objects.bulk_create(fresh, batch_size=BATCH)
    kind.model.objects.bulk_update(
        altered,
        ["value", "details", "call", "actor", "at", "version", "profile_version"],
        batch_size=200,
    )
    Change.objects.bulk_create(
        [_change(kind, label, value) for label, value in before], batch_size=BATCH
    )
    return len(fresh), len(altered)


def _says_the_same(label: Label, row: NewLabel) -> bool:
    """Return whether a label equals a row; a row without details keeps the label's."""
    return label.value == row.value and row.details in ({}, label.details)


def _existing(
    kind: Kind, judge: Judge, rows: Sequence[NewLabel], *, round: int
) -> dict[tuple[int, ...], Label]:
    within = {
        f"{column}__in": {row.item[place] for row in rows}
        for place, column in enumerate(kind.columns)
    }
    found = kind.model.objects.select_for_update().filter(
        judge=judge, round=round, repeat=0, **within
    )
    return {
        tuple(getattr(label, column) for column in kind.columns): label
        for label in found
    }


def _change(kind: Kind, label: Label, before: str) -> Change:
    return Change(
        kind=kind.name,
        label_id=label.pk,
        judge_id=label.judge_id,
        actor_id=label.actor_id,
        version=label.version,
        before=before,
        after=label.value,
        details=label.details,
        at=label.at,
    )
