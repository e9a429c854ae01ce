"""Threads as their assessor and the organizers see them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, Prefetch, QuerySet, prefetch_related_objects

from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from assess.judging.models.threads import ThreadQuerySet
from assess.judging.screens import Screen, get_screen
from assess.judging.threads.spots import spots_of
from assess.judging.work.walk import NotInThisWork
from runs.models import Track

OPEN, SKIPPED, SETTLED = "open", "skipped", "settled"


class Seen(NamedTuple):
    """A thread on a list: its work, and the URL of its item."""

    thread: Thread
    screen: Screen
    address: str

    @property
    def work(self) -> Allocation:
        """Return the work of the thread."""
        return self.thread.allocation


def with_remarks(threads: ThreadQuerySet) -> ThreadQuerySet:
    """Read threads with all their remarks."""
    return threads.prefetch_related(_remarks())


def _remarks() -> Prefetch[str, QuerySet[Remark], str]:
    return Prefetch("remarks", Remark.objects.select_related("author"))


def threads_of(work: Allocation, items: Iterable[str] | None = None) -> list[Thread]:
    """Return the threads of an allocation, or of some of its items, oldest first."""
    names = None if items is None else set(items)
    found = [
        thread
        for thread in sorted(work.threads.all(), key=lambda each: each.pk)
        if names is None or thread.item in names
    ]
    prefetch_related_objects(found, _remarks())
    return found


def skipped_of(work: Allocation) -> frozenset[str]:
    """Return the public names of the skipped items of one allocation.

    All its threads are read, for use by `threads_of` too.
    """
    getattr(work, "_prefetched_objects_cache", {}).pop("threads", None)
    prefetch_related_objects([work], "threads")
    return frozenset(thread.item for thread in work.threads.all() if thread.skipped)


def answers_for(user: User) -> Counter[int]:
    """Count the replies that a person has not read, by an allocation's row number."""
    rows = Thread.objects.held_by(user).answered().order_by()
    return Counter(dict(rows.values_list("allocation").annotate(number=Count("pk"))))


def threads_for(user: User) -> ThreadQuerySet:
    """Return a person's remarks and the replies to them, the latest first."""
    found = Thread.objects.held_by(user).select_related(
        "allocation__track", "allocation__topic", "allocation__assessor"
    )
    return with_remarks(found)


def threads_in(track: Track) -> ThreadQuerySet:
    """Return a track's threads, those still open first."""
    found = Thread.objects.filter(allocation__track=track).select_related(
        "allocation__track", "allocation__topic", "allocation__assessor"
    )
    return with_remarks(found).order_by(F("resolved_at").asc(nulls_first=True), "-pk")


def as_assessor(threads: Iterable[Thread]) -> list[Seen]:
    """Return threads with the pages where their items are judged."""
    return [
        Seen(each, get_screen(each.allocation.work), _page(each)) for each in threads
    ]


def _page(thread: Thread) -> str:
    try:
        spots = spots_of(thread.allocation.work)
        return spots.address(thread.allocation, thread.item)
    except NotInThisWork:
        return ""


def as_organizer(track: Track, threads: Iterable[Thread]) -> list[Seen]:
    """Return threads with the organizers' pages of their items."""
    every = list(threads)
    items: dict[str, list[str]] = defaultdict(list)
    for thread in every:
        items[thread.allocation.work].append(thread.item)
    behind = {work: spots_of(work).behind(track, own) for work, own in items.items()}
    return [
        Seen(
            each,
            get_screen(each.allocation.work),
            behind[each.allocation.work].get(each.item, ""),
        )
        for each in every
    ]
