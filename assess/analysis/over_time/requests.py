"""The number of labels still to give in the handed-out work."""

from __future__ import annotations

from collections import Counter

from assess.judging.kinds import all_kinds
from assess.judging.models import Allocation, Slot
from assess.judging.screens import progress_of
from runs.models import Track


def still_to_give(track: Track) -> Counter[str]:
    """Return by kind how many labels open work lacks, including shared queues."""
    kinds = [kind.name for kind in all_kinds()]
    held = Allocation.objects.open().filter(track=track, work__in=kinds)
    taken = Allocation.objects.filter(track=track, slot__isnull=False, released_at=None)
    queued = (
        Slot.objects.queued()
        .filter(track=track, work__in=kinds)
        .exclude(pk__in=taken.values("slot"))
        .select_related("track", "topic", "known")
    )
    works = [*held.select_related("track", "topic", "known"), *map(_as_work, queued)]
    left: Counter[str] = Counter()
    progress = progress_of(works)
    for allocation in works:
        left[allocation.work] += progress[allocation.pk].left
    return left


def _as_work(slot: Slot) -> Allocation:
    """Return the allocation for taking a slot, with a row number of its own."""
    return Allocation(
        pk=-slot.pk,
        track=slot.track,
        work=slot.work,
        topic=slot.topic,
        subject=slot.subject,
        round=slot.round,
        repeat=slot.repeat,
        known=slot.known,
        slot=slot,
    )
