"""Results of a majority of three: decided, tied, fewer than three, and left out."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from assess.judging.kernel.panels import QUORUM
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.reader import (
    EVERYTHING,
    Item,
    counting,
    labels_of,
    left_out,
    members_of,
)
from assess.judging.models import Judge, Slot
from assess.judging.test_items.batches import Batch, failed_batches, pass_mark


class Decided(NamedTuple):
    """The numbers of items of a kind with a label, a tie, and too few labels."""

    kind: Kind
    decided: int
    tied: int
    short: int


class Left(NamedTuple):
    """Work that is left out, and whether it was handed out again."""

    batch: Batch
    is_queued: bool

    @property
    def can_be_queued(self) -> bool:
        """Return whether it can be handed out again: once it is finished."""
        return bool(self.batch.work.finished_at) and not self.is_queued


class Threes(NamedTuple):
    """The results of a majority of three for its organizer's page."""

    percent: int
    kinds: list[Decided]
    left: list[Left]


def threes_of(panel: Judge) -> Threes:
    """Return the results of a majority of three, for the kinds that have labels."""
    kinds = kinds_of(panel.track)
    found = [_decided(panel, kind) for kind in kinds]
    failed = [batch for kind in kinds for batch in failed_batches(panel, kind)]
    works = [batch.work for batch in failed]
    again = Slot.objects.filter(replaces__in=works).values_list("replaces", flat=True)
    queued = set(again)
    return Threes(
        pass_mark(panel),
        [each for each in found if each.decided or each.tied or each.short],
        [Left(batch, batch.work.pk in queued) for batch in failed],
    )


def _decided(panel: Judge, kind: Kind) -> Decided:
    places = left_out(panel, kind)
    counts: Counter[Item] = Counter()
    for member in members_of(panel):
        member.track = panel.track
        where = counting(member, kind, places, EVERYTHING)
        counts.update(labels_of(member, kind, where=where).keys())
    decided = len(labels_of(panel, kind))
    short = sum(number < QUORUM for number in counts.values())
    return Decided(kind, decided, len(counts) - decided - short, short)
