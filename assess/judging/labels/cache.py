"""A cache by revision: results that are valid until a label behind them changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.db.models import Count, Max, Q
from django.utils import timezone

from assess.judging.kernel.panels import MAJORITY_OF_THREE
from assess.judging.labels.reader import members_of
from assess.judging.models import Change, Judge
from assess.judging.test_items.batches import tests_in
from config.operations.single_reads import read_once
from runs.models import Track

SLOW = 0.25  # seconds that a slow count takes
RECENT = timedelta(seconds=60)  # the age to which it is shown
KEPT = 24 * 60 * 60  # seconds; only limits the memory
# Changes are numbered before they become visible, so a late one may have a lower number
# than one that was seen already. Changes are compared again this many numbers back.
LATE = 10_000

Found = TypeVar("Found")


class LabelRevision(NamedTuple):
    """The visible changes of labels: the number of them after number `since`.

    latest: the number of the last one, 0 before the first.
    """

    since: int
    latest: int
    changes: int

    @classmethod
    def first(cls) -> LabelRevision:
        """Return what the first look compares with."""
        return cls(latest_change() - LATE, 0, 0)


def unchanged(
    judges: Iterable[Judge], asked: Hashable, make: Callable[[], Found]
) -> Found:
    """Return the result of `make`, or its cached result if nothing has changed.

    A change is one of these judges' labels, or anything of their track that was put
    away, restored or replaced.

    asked: everything else that the result depends on, identified by its repr.
    """
    every = {each for judge in judges for each in _with_members(judge)}
    tests = _tests_of(every)
    behind = {each.pk for each in every} | {known for *_, known in tests}
    tracks = sorted({(each.track_id, each.track.revision) for each in every})
    basis = repr((sorted(each.uuid for each in every), tests, tracks, asked)).encode()
    name = f"unchanged-{sha256(basis).hexdigest()}"
    cached: tuple[LabelRevision, Found] | None = cache.get(name)
    before = cached[0] if cached else LabelRevision.first()
    revision, came_late = look_again(before, behind)
    if cached and not came_late and revision.latest == before.latest:
        return cached[1]
    found = make()
    cache.set(name, (revision, found), KEPT)
    return found


class _Count(NamedTuple):
    """A count, the latest change before it, its time, and whether it is slow."""

    latest: int
    at: datetime
    is_slow: bool
    found: Any


def counted(
    track: Track,
    asked: Hashable,
    make: Callable[[], Found],
    *,
    now: datetime | None = None,
) -> tuple[Found, datetime]:
    """Return a count of a track's labels, and when it was made.

    Counting millions of labels takes seconds. A slow count is repeated a minute after
    it was made if labels changed; any other after each change, so that small tracks are
    always up to date.

    asked: everything else that the count depends on, identified by its repr.
    """
    now = now or timezone.now()
    basis = repr((track.uuid, track.revision, asked)).encode()
    name = f"counted-{sha256(basis).hexdigest()}"
    latest = latest_change()
    count: _Count | None = cache.get(name)
    if count is None or not (
        count.latest == latest or (count.is_slow and now - count.at < RECENT)
    ):
        begun = perf_counter()
        found = make()
        count = _Count(latest, now, perf_counter() - begun > SLOW, found)
        cache.set(name, count, KEPT)
    return count.found, count.at


def look_again(
    before: LabelRevision, judges: Collection[int] | None = None
) -> tuple[LabelRevision, bool]:
    """Return the labels' revision, and whether a change came late since the last one.

    judges: whose labels, by row number; None: everyone's.
    """
    return _look(before, None if judges is None else frozenset(judges))


@read_once
def _look(
    before: LabelRevision, judges: frozenset[int] | None
) -> tuple[LabelRevision, bool]:
    changes = Change.objects.filter(pk__gt=before.since)
    if judges is not None:
        changes = changes.filter(judge__in=judges)
    since = max(before.since, before.latest - LATE)
    found = changes.aggregate(
        latest=Max("pk"),
        changes=Count("pk", filter=Q(pk__gt=since)),
        known=Count("pk", filter=Q(pk__lte=before.latest)),
    )
    revision = LabelRevision(since, found["latest"] or 0, found["changes"])
    return revision, found["known"] != before.changes


def _with_members(judge: Judge) -> Iterator[Judge]:
    yield judge
    if judge.kind == Judge.PANEL:
        for member in members_of(judge):
            yield from _with_members(member)


def _tests_of(judges: Iterable[Judge]) -> list[tuple[Any, ...]]:
    """Return the work whose failing makes a majority of three leave labels out."""
    tracks = {each.track_id for each in judges if each.rule == MAJORITY_OF_THREE}
    if not tracks:
        return []
    fields = ("assessor", "topic", "work", "round", "known")
    return list(tests_in(*tracks).order_by("pk").values_list("pk", *fields))


@read_once
def latest_change() -> int:
    """Return the number of the latest visible change, 0 before the first."""
    latest = Change.objects.order_by("-pk").values_list("pk", flat=True).first()
    return latest or 0
