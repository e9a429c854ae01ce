"""Name what scores rest on, and drop the name again."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from assess.models import Judge
from nuggets.models import Bank, Condition
from runs.models import Topic, Track


class ConditionExists(ValueError):
    """The track already has a condition of that name."""


class NotOfThisTrack(ValueError):
    """A bank, judge or topic of another track."""


def save_condition(
    track: Track,
    name: str,
    *,
    bank: Bank,
    judge: Judge,
    qrels_judge: Judge | None = None,
    mapping_judge: Judge | None = None,
    topics: Sequence[Topic] = (),
) -> Condition:
    """Name a bank and a judge; no topics: all that both have.

    Where no qrels judge is named it is the one that the bank's nuggets came from.
    """
    rows = [bank, judge, qrels_judge, mapping_judge, *topics]
    if any(row is not None and row.track_id != track.pk for row in rows):
        raise NotOfThisTrack
    with transaction.atomic():
        condition, made = Condition.objects.get_or_create(
            track=track,
            name=name,
            defaults={
                "bank": bank,
                "assignment_judge": judge,
                "qrels_judge": qrels_judge or bank.qrels_judge,
                "mapping_judge": mapping_judge,
            },
        )
        if not made:
            raise ConditionExists(f"{track} already has a condition named {name!r}")
        condition.topics.set(topics)
    return condition


def drop_condition(condition: Condition) -> None:
    """Forget a name; the bank, the labels and the scores stay."""
    condition.delete()
