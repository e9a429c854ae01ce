"""What an assessor does with an allocation, whatever its kind."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from assess.judging.allocations.actions import finish
from assess.judging.judges.actions import judge_of
from assess.judging.kinds import Kind
from assess.judging.labels.writer import Act, Outcome, give_label
from assess.judging.models import Allocation, Judge
from assess.judging.queues.actions import renew_lease
from assess.judging.screens import Progress, progress_of
from assess.judging.threads.actions import no_longer_skipped


def work_held_by(user: User, allocation: UUID, *kinds: str) -> Allocation | None:
    """Return one of a person's allocations of some kinds of work, None where not so."""
    held = Allocation.objects.held_by(user).filter(uuid=allocation, kind__in=kinds)
    work = held.select_related("track", "topic__conversation").first()
    if work:
        work.assessor = user
    return work


def label_item(
    allocation: Allocation,
    kind: Kind,
    item: tuple[int, ...],
    value: str,
    *,
    name: str,
    act: Act,
    now: datetime,
    judge: Judge | None = None,
) -> Outcome:
    """Give, change or take back one label, as the allocation's assessor.

    `judge` is whose label it is where it is not the assessor's own. `name` is what the
    item is called in public: with a label it is skipped no more. Work from a shared
    queue is held on. All of it is one transaction. Raise what `give_label` raises.
    """

    def along() -> None:
        if value:
            no_longer_skipped(allocation, name)
        renew_lease(allocation, now=now)

    return give_label(
        kind,
        item,
        value,
        judge=judge or judge_of(allocation.assessor, allocation.track, now=now),
        actor=allocation.assessor,
        act=act,
        now=now,
        round=allocation.round,
        along=along,
    )


def finish_if_done(allocation: Allocation, *, now: datetime) -> Progress:
    """Mark an allocation as finished if nothing is left; return how far it is.

    With something left, or nothing in it, the allocation stays open.
    """
    with transaction.atomic():
        progress = progress_of([allocation])[allocation.pk]
        if progress.total and not progress.left:
            finish(allocation, now=now)
    return progress
