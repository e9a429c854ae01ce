"""Create and change conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank, Condition, ConditionEdit
from runs.kernel.limits import check_room
from runs.models import Topic, Track


class ConditionExists(ValueError):
    """The track already has a condition of that name."""


class NotOfThisTrack(ValueError):
    """A bank, judge or topic of another track."""


class ConditionChanged(ValueError):
    """Somebody else changed it in the meantime."""


@dataclass(frozen=True)
class Parts:
    """The parts of a condition; no topics: all that bank and judge both have.

    Without a qrels judge, it is the one of the bank's nuggets.
    """

    name: str
    bank: Bank
    judge: Judge
    qrels_judge: Judge | None = None
    topics: Sequence[Topic] = ()

    def check(self, track: Track) -> None:
        """Raise NotOfThisTrack if a part belongs to another track."""
        rows = [self.bank, self.judge, self.qrels_judge, *self.topics]
        if any(row is not None and row.track_id != track.pk for row in rows):
            raise NotOfThisTrack

    @property
    def qrels(self) -> Judge | None:
        """Return the qrels judge."""
        return self.qrels_judge or self.bank.qrels_judge


def save_condition(
    track: Track,
    name: str,
    *,
    bank: Bank,
    judge: Judge,
    qrels_judge: Judge | None = None,
    topics: Sequence[Topic] = (),
    by: User | None = None,
    now: datetime,
) -> Condition:
    """Create a condition, as `Parts` describes; raise ConditionExists or TooMany."""
    parts = Parts(name, bank, judge, qrels_judge, topics)
    parts.check(track)
    with transaction.atomic():
        number = Condition.objects.filter(track=track).count() + 1
        check_room(track.profile.limits, "conditions", number)
        condition, made = Condition.objects.get_or_create(
            track=track,
            name=name,
            defaults={
                "bank": bank,
                "assignment_judge": judge,
                "qrels_judge": parts.qrels,
            },
        )
        if not made:
            raise ConditionExists(f"{track} already has a condition named {name!r}")
        condition.topics.set(topics)
        _trace(condition, {}, told(condition), by=by, now=now)
    return condition


def edit_condition(
    condition: Condition, parts: Parts, *, seen: int, by: User, now: datetime
) -> None:
    """Set a condition's parts; record nothing if nothing changes.

    seen: the number of edits that its page showed; raise ConditionChanged if there are
    more, ConditionExists if another has the name.
    """
    parts.check(condition.track)
    with transaction.atomic():
        row = Condition.objects.select_for_update().get(pk=condition.pk)
        if edits_of(row) != seen:
            raise ConditionChanged("Somebody changed it since you opened it.")
        before = told(row)
        _rewrite(row, parts)
        row.topics.set(parts.topics)
        after = told(row)
        if before != after:
            _trace(row, before, after, by=by, now=now)


def _rewrite(row: Condition, parts: Parts) -> None:
    row.name, row.bank = parts.name, parts.bank
    row.assignment_judge, row.qrels_judge = parts.judge, parts.qrels
    try:
        with transaction.atomic():
            row.save(update_fields=["name", "bank", "assignment_judge", "qrels_judge"])
    except IntegrityError:  # one_condition_per_name: another has it, maybe just now
        raise ConditionExists(
            f"There already is a condition named {parts.name!r}"
        ) from None


def note_gone(condition: Condition, *, by: User | None, now: datetime) -> None:
    """Record in the history that a condition was put away."""
    _trace(condition, told(condition), {}, by=by, now=now)


def note_restored(condition: Condition, *, by: User | None, now: datetime) -> None:
    """Record in the history that a condition was restored."""
    _trace(condition, {}, told(condition), by=by, now=now)


def edits_of(condition: Condition) -> int:
    """Count the edits of a condition."""
    return ConditionEdit.objects.filter(condition=condition.uuid).count()


def told(condition: Condition) -> dict[str, Any]:
    """Return the names of a condition's parts, for its history."""
    qrels = condition.qrels_judge
    return {
        "name": condition.name,
        "bank": condition.bank.name,
        "judge": condition.assignment_judge.full_name,
        "qrels": qrels.full_name if qrels else "",
        "topics": [topic.name for topic in condition.topics.all()],
    }


def _trace(
    condition: Condition,
    before: dict[str, Any],
    after: dict[str, Any],
    *,
    by: User | None,
    now: datetime,
) -> None:
    ConditionEdit.objects.create(
        track_id=condition.track_id,
        condition=condition.uuid,
        by=by,
        before=before,
        after=after,
        at=now,
    )
