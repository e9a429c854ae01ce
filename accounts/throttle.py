"""Limits of password attempts, counted in the database for all processes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.kernel.limits import (
    ADDRESS,
    NAME,
    PAIR,
    TRUST,
    Limit,
    folded_name,
    network,
)
from accounts.models import Tries
from config.clock import database_now

PRUNED_AT_ONCE = 500


class TooManyTries(Exception):
    """No password is checked for a while; the message says what to do, and when."""


class Counter(NamedTuple):
    """The counter of some attempts; its key reveals neither name nor address."""

    kind: str
    key: str
    limit: Limit


WORDS = {
    Tries.PAIR: "Too many wrong passwords for this name. Try again in {wait}. If you "
    "forgot yours, ask the operator of this server for a new one.",
    Tries.ADDRESS: "Too many wrong passwords from your network. Try again in {wait}.",
    Tries.NAME: "Too many wrong passwords for this name, from several places. Try "
    "again in {wait}, or now from a network where you signed in before.",
}


@contextmanager
def one_try(request: HttpRequest, name: str) -> Iterator[None]:
    """Count an attempt before its password is checked; uncount a correct one.

    The block raises if the password is wrong. Raise TooManyTries if no attempt is left.
    """
    counters = _counters(name, address_of(request))
    claimed = _claim(counters, now=database_now())
    yield
    _take_back(claimed, now=database_now())


def address_of(request: HttpRequest) -> str:
    """Return the client's address; trust X-Forwarded-For only behind our own proxy.

    Without our proxy, anyone can write that header.
    """
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if last := forwarded.rpartition(",")[2].strip():
            return network(last)
    return network(request.META.get("REMOTE_ADDR", ""))


def _counters(name: str, address: str) -> tuple[Counter, Counter, Counter]:
    """Return the counters in the fixed order in which every request locks them."""
    name = folded_name(name)
    return (
        _counter(Tries.PAIR, PAIR, name, address),
        _counter(Tries.ADDRESS, ADDRESS, address),
        _counter(Tries.NAME, NAME, name),
    )


def _counter(kind: str, limit: Limit, *parts: str) -> Counter:
    said = "\n".join(parts).encode("utf-8", "replace")
    key = salted_hmac(f"tries {kind}", said, algorithm="sha256").hexdigest()
    return Counter(kind, key, limit)


def _claim(
    counters: tuple[Counter, Counter, Counter], *, now: datetime
) -> tuple[Counter, ...]:
    """Use one attempt of each counter that applies, or of none; return those counters.

    A name at an address where it signed in before is counted only by the pair.
    Otherwise anyone at the address, or who knows the name, could lock its person out.
    Raise TooManyTries for the first counter that is exhausted.
    """
    with transaction.atomic():
        counting = counters[:1] if _is_trusted(counters[0], now) else counters
        for counter in counting:
            if not _takes_one(counter, now):
                raise _refusal(counter, now)
    _prune(now)
    return counting


def _takes_one(counter: Counter, now: datetime) -> bool:
    """Count one more within the limit, or the first of a new period; lock the row.

    The count is exact under concurrent requests.
    """
    ends = now + counter.limit.within
    row = Tries(key=counter.key, kind=counter.kind, count=0, until=ends)
    Tries.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["key"], update_fields=["kind"]
    )
    over = Q(until__lte=now)
    left = Tries.objects.filter(over | Q(count__lt=counter.limit.tries))
    taken = left.filter(key=counter.key).update(
        count=Case(When(over, then=Value(1)), default=F("count") + 1),
        until=Case(When(over, then=Value(ends)), default=F("until")),
    )
    return bool(taken)


def _is_trusted(pair: Counter, now: datetime) -> bool:
    return Tries.objects.filter(key=pair.key, trusted__gt=now).exists()


def _refusal(counter: Counter, now: datetime) -> TooManyTries:
    until = Tries.objects.values_list("until", flat=True).get(key=counter.key)
    minutes = max(1, math.ceil((until - now).total_seconds() / 60))
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return TooManyTries(WORDS[counter.kind].format(wait=wait))


def _take_back(counters: tuple[Counter, ...], *, now: datetime) -> None:
    """Uncount a correct password's attempt, and trust its address for its name."""
    pair, *others = counters
    Tries.objects.filter(key=pair.key).update(count=0, trusted=now + TRUST)
    for counter in others:
        rows = Tries.objects.filter(key=counter.key, count__gt=0)
        rows.update(count=F("count") - 1)


@transaction.atomic
def _prune(now: datetime) -> None:
    """Delete expired counters, except those that other requests are locking."""
    spent = Tries.objects.filter(until__lte=now).exclude(trusted__gt=now)
    rows = spent.select_for_update(skip_locked=True).values_list("pk", flat=True)
    if found := list(rows[:PRUNED_AT_ONCE]):
        Tries.objects.filter(pk__in=found).delete()
