"""The load of one endpoint: who may send now, and how long others wait.

The number of calls at once follows the endpoint: each refusal (429) takes 5 % of it,
each success gives back 1 of all calls in flight (additive increase, multiplicative
decrease: Chiu and Jain 1989). Requests and tokens a minute are each one number, the
time at which what was spent is earned (the generic cell rate algorithm, ITU-T I.371).
An endpoint that fails several times in a row is tried by one call at a time, at growing
intervals: a circuit breaker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

KEPT_AFTER_REFUSAL = 0.95  # of the calls at once
BREAKS_AT = 5  # failures in a row
LONGEST_PAUSE = 30.0  # seconds between two tries of an endpoint that is down
FIRST_PAUSE = 0.5
MINUTE = 60.0


class Limits(NamedTuple):
    """What an endpoint allows; None: no limit is known."""

    concurrency: int
    requests: float | None = None  # a minute
    tokens: float | None = None  # a minute


class Outcome(Enum):
    """How a try ended, as far as the endpoint's load is concerned."""

    ANSWERED = "answered"
    REFUSED = "refused"  # too many calls
    FAILED = "failed"  # it cannot be reached, fails or is too slow


@dataclass(frozen=True)
class Load:
    """The state that all callers of one endpoint share; times in seconds.

    `places` are the calls in flight, each with the time after which its caller must
    have died. None as `most`: nobody has called yet.
    """

    most: float | None = None
    places: Mapping[str, float] = field(default_factory=dict)
    paused_until: float = 0.0
    refused: int = 0  # in a row
    failed: int = 0  # in a row
    down_since: float | None = None
    requests_earned: float = 0.0
    tokens_earned: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the plain values of all fields."""
        return {**vars(self), "places": dict(self.places)}

    @property
    def is_down(self) -> bool:
        """Return whether the breaker is open."""
        return self.failed >= BREAKS_AT

    def down_for(self, now: float) -> float:
        """Return for how many seconds the endpoint has been down, 0 if it is not."""
        return now - self.down_since if self.is_down and self.down_since else 0.0


class Admission(NamedTuple):
    """The load after a request to enter, and the seconds to wait; 0: it entered."""

    load: Load
    wait: float


def admitted(
    load: Load, limits: Limits, *, place: str, tokens: int, now: float, lasts: float
) -> Admission:
    """Return the load with one more call in flight, if it may be sent now.

    `lasts`: after so many seconds the place is free again, whatever happened to its
    caller.
    """
    held = {name: until for name, until in load.places.items() if until > now}
    load = replace(load, places=held)
    wait = _wait(load, limits, now)
    if wait > 0:
        return Admission(load, wait)
    entered = replace(
        load,
        places={**held, place: now + lasts},
        requests_earned=_spent(load.requests_earned, 1, limits.requests, now),
        tokens_earned=_spent(load.tokens_earned, tokens, limits.tokens, now),
    )
    return Admission(entered, 0.0)


def _wait(load: Load, limits: Limits, now: float) -> float:
    most = 1 if load.is_down else int(_most(load, limits))
    if len(load.places) >= most:
        return FIRST_PAUSE
    return max(
        load.paused_until - now,
        load.requests_earned - now if limits.requests else 0.0,
        load.tokens_earned - now if limits.tokens else 0.0,
    )


def _most(load: Load, limits: Limits) -> float:
    known = limits.concurrency if load.most is None else load.most
    return max(1.0, min(known, limits.concurrency))


def _spent(earned: float, cost: float, limit: float | None, now: float) -> float:
    """Return when the cost is earned, at `limit` a minute."""
    return max(earned, now) + cost * MINUTE / limit if limit else 0.0


def left(
    load: Load,
    limits: Limits,
    *,
    place: str,
    outcome: Outcome,
    now: float,
    more_tokens: int = 0,
    retry_after: float | None = None,
) -> Load:
    """Return the load after a call.

    `more_tokens`: how many it took beyond those that were expected; may be negative.
    """
    rest = {name: until for name, until in load.places.items() if name != place}
    load = replace(load, places=rest)
    if limits.tokens and more_tokens:
        debt = more_tokens * MINUTE / limits.tokens
        load = replace(load, tokens_earned=load.tokens_earned + debt)
    most = _most(load, limits)
    if outcome is Outcome.ANSWERED:
        most = min(most + 1 / most, limits.concurrency)
        return replace(load, most=most, refused=0, failed=0, down_since=None)
    if outcome is Outcome.REFUSED:
        return _refused(load, most, now, retry_after)
    failed = load.failed + 1
    broken = replace(load, failed=failed, down_since=load.down_since or now)
    if not broken.is_down:
        return broken
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failed - BREAKS_AT, 10))
    return replace(broken, paused_until=max(load.paused_until, now + pause))


def _refused(load: Load, most: float, now: float, retry_after: float | None) -> Load:
    """Return the load after a refusal; the second in a row makes everybody wait."""
    fewer = replace(
        load, most=max(1.0, most * KEPT_AFTER_REFUSAL), refused=load.refused + 1
    )
    if load.refused == 0 or retry_after is None:
        return fewer
    return replace(fewer, paused_until=max(load.paused_until, now + retry_after))
