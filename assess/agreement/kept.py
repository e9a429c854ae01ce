"""Comparisons that took long, kept for as long as no label behind them changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from typing import NamedTuple, TypeVar

from django.core.cache import cache

from assess.models import Change, Judge
from assess.reading.agreement import judges_behind

KEPT = 24 * 60 * 60  # seconds; only bounds the memory
# Changes are numbered before they can be seen, so a late one may have a lower number
# than one that was seen already. So many back it is looked for again.
LOOKED_BACK = 10_000

Found = TypeVar("Found")


class Stamp(NamedTuple):
    """What was known of the judges' changes: how many after the one numbered `since`.

    Nothing changed for as long as there are as many.
    """

    since: int
    changes: int


def kept(judges: Iterable[Judge], asked: Hashable, make: Callable[[], Found]) -> Found:
    """Return what `make` returns, or returned since these judges' last change.

    asked: all that the answer hangs on besides the judges' labels, told by its repr.
    """
    every = {each for judge in judges for each in judges_behind(judge)}
    behind = {each.pk for each in every}
    told = repr((sorted(each.uuid for each in every), asked)).encode()
    name = f"agreement-{sha256(told).hexdigest()}"
    there: tuple[Stamp, Found] | None = cache.get(name)
    if there and there[0] == _stamp(behind, since=there[0].since):
        return there[1]
    stamp = _stamp(behind, since=_latest() - LOOKED_BACK)
    found = make()
    cache.set(name, (stamp, found), KEPT)
    return found


def _latest() -> int:
    latest = Change.objects.order_by("-pk").values_list("pk", flat=True).first()
    return latest or 0


def _stamp(judges: set[int], *, since: int) -> Stamp:
    changes = Change.objects.filter(pk__gt=since, judge__in=judges)
    return Stamp(since, changes.order_by().count())
