"""The number of labels still to give in the handed-out work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assess.judging.kinds import all_kinds
from assess.judging.labels.cache import counted
from assess.judging.models import Allocation, Slot
from assess.judging.screens import progress_of
from assess.judging.skips import skips_in
from runs.models import Import, Run, Track


def still_to_give(track: Track) -> Counter[str]:
    """Return by kind how many labels open work lacks, including shared queues.

    Each topic's pool is read for it, so on a large track it may be a minute old.
    """
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
    left, _at = counted(track, _basis(track, works), lambda: _left_in(works))
    return left


def _basis(track: Track, works: Sequence[Allocation]) -> tuple[object, ...]:
    """Return what else than labels changes how many of them work lacks."""
    return (
        "left",
        [work.pk for work in works],
        sorted(skips_in(works)),
        sorted(Run.objects.visible().filter(track=track).values_list("pk", flat=True)),
        Import.objects.filter(track=track, state=Import.LANDED).count(),
    )


def _left_in(works: Sequence[Allocation]) -> Counter[str]:
    left: Counter[str] = Counter()
    progress = progress_of(works)
    for work in works:
        left[work.work] += progress[work.pk].left
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
