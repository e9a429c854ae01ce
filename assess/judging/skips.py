"""The skipped items of work, read once for all callers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from assess.judging.models import Allocation, Thread

Names = dict[int, set[str]]  # names of skipped items, by an allocation's row number

_at_hand: ContextVar[tuple[set[int], Names] | None] = ContextVar(
    "skipped", default=None
)


@contextmanager
def skipped_read_once(allocations: Sequence[Allocation]) -> Iterator[None]:
    """Read the skipped items of some work once for all calls inside the block."""
    every = {work.pk for work in allocations}
    token = _at_hand.set((every, _read(every)))
    try:
        yield
    finally:
        _at_hand.reset(token)


def skipped_in(allocations: Sequence[Allocation]) -> Names:
    """Return the public names of the skipped items, by an allocation's row number."""
    own = {work.pk for work in allocations}
    there = _at_hand.get()
    if there is None or not own <= there[0]:
        return _read(own)
    return defaultdict(set, {pk: set(there[1][pk]) for pk in own & there[1].keys()})


def _read(allocations: set[int]) -> Names:
    found: Names = defaultdict(set)
    if not allocations:
        return found
    rows = Thread.objects.filter(allocation__in=allocations, skipped=True).order_by()
    for work, item in rows.values_list("allocation", "item"):
        found[work].add(item)
    return found
