"""Changes that an assessor makes to an allocation of any kind."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from assess.judging.allocations.actions import finish
from assess.judging.judges.actions import judge_of
from assess.judging.kinds import Kind
from assess.judging.labels.writer import Act, Outcome, give_label
from assess.judging.models import Allocation
from assess.judging.queues.actions import renew_lease
from assess.judging.screens import Progress, progress_of
from assess.judging.threads.actions import no_longer_skipped
from assess.judging.work.target import Target


def label_item(
    target: Target,
    kind: Kind,
    item: tuple[int, ...],
    value: str,
    *,
    name: str,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one label of a target, as the work's assessor.

    `name` is the item's public name: with a label it is no longer skipped. Work from a
    shared queue gets its lease renewed. All of it is one transaction. Raise what
    `give_label` raises.
    """
    work = target.work

    def along() -> None:
        if value and target.may_be_skipped:
            no_longer_skipped(work, name)
        renew_lease(work, now=now)

    return give_label(
        kind,
        item,
        value,
        judge=target.judge or judge_of(work.assessor, work.track, now=now),
        actor=work.assessor,
        act=act,
        now=now,
        round=work.round,
        repeat=work.repeat,
        known=target.known,
        along=along,
    )


def finish_if_done(allocation: Allocation, *, now: datetime) -> Progress:
    """Mark an allocation as finished if nothing is left; return its progress.

    With something left, or without items, the allocation stays open.
    """
    with transaction.atomic():
        progress = progress_of([allocation])[allocation.pk]
        if progress.total and not progress.left:
            finish(allocation, now=now)
    return progress
