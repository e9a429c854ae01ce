"""The places at an endpoint: how many calls of all processes may be in flight.

The broker holds the load of each endpoint, so that workers of several machines share
its limits. While the broker is away, each process keeps the limits by itself.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from django.conf import settings

from config.broker import redis_client
from llm.caller import is_dead, this_process
from llm.kernel.load import Limits, Load, Outcome, admitted, left

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger(__name__)

T = TypeVar("T")
Check = Callable[[], None]
Change = Callable[[Load, float], tuple[Load, T]]

BETWEEN = "/"  # the process and the number of one of its places
LOOK_EVERY = 0.1  # seconds between two looks for a place that another process has
BROKER_AWAY = 30.0  # seconds without another try to reach the broker
FORGET_AFTER = 900  # seconds after which the load of an unused endpoint is forgotten


class EndpointDown(Exception):
    """The endpoint has failed for too long; nothing is sent for now."""


class Place:
    """One call's place among those in flight; it can be left and entered again."""

    def __init__(
        self, throttle: Throttle, limits: Limits, *, tokens: int, lasts: float
    ) -> None:
        self._throttle = throttle
        self._limits = limits
        self._tokens = tokens
        self._lasts = lasts
        self._name = ""

    def enter(self, check: Check | None = None) -> None:
        """Wait for a place, unless there is one; `check` may raise to stop.

        Raise EndpointDown if the endpoint has failed for longer than LLM_PATIENCE.
        """
        if self._name:
            return
        name = f"{this_process()}{BETWEEN}{uuid4().hex}"

        def entered(load: Load, now: float) -> tuple[Load, tuple[float, float]]:
            found = admitted(
                _without_dead(load),
                self._limits,
                place=name,
                tokens=self._tokens,
                now=now,
                lasts=self._lasts,
            )
            return found.load, (found.wait, load.down_for(now))

        self._throttle.wait(entered, check)
        self._name = name

    def leave(
        self,
        outcome: Outcome | None = None,
        *,
        tokens: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Free the place; `tokens` are those that the call took, None if unknown.

        No outcome: nothing was sent.
        """
        if not self._name:
            return
        name, self._name = self._name, ""
        more = tokens - self._tokens if tokens is not None else 0

        def changed(load: Load, now: float) -> tuple[Load, None]:
            if outcome is None:
                rest = {key: end for key, end in load.places.items() if key != name}
                return replace(load, places=rest), None
            after = left(
                load,
                self._limits,
                place=name,
                outcome=outcome,
                now=now,
                more_tokens=more,
                retry_after=retry_after,
            )
            return after, None

        self._throttle.change(changed)


class Throttle:
    """The calls of this process to one endpoint, within the limits that all share."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._changed = threading.Condition()
        self._own = Load()
        self._away_until = 0.0
        digest = hashlib.sha256(endpoint.encode()).hexdigest()
        self._name = f"assay:endpoint:{digest[:32]}"

    @contextmanager
    def place(
        self, limits: Limits, *, tokens: int, lasts: float, check: Check | None = None
    ) -> Iterator[Place]:
        """Give a place once there is one; leave it at the end, if it is still held."""
        place = Place(self, limits, tokens=tokens, lasts=lasts)
        place.enter(check)
        try:
            yield place
        finally:
            place.leave()

    def wait(
        self, entered: Change[tuple[float, float]], check: Check | None = None
    ) -> None:
        """Wait until `entered` returns no time to wait."""
        while True:
            with self._changed:
                wait, down = self._change(entered)
                if not wait:
                    return
                if down > settings.LLM_PATIENCE:
                    raise EndpointDown(
                        f"The endpoint has failed for {down:.0f} seconds; nothing "
                        "more is sent for now."
                    )
                self._changed.wait(min(wait, LOOK_EVERY))
            if check is not None:
                check()

    def change(self, change: Change[None]) -> None:
        """Change the load, and wake those that wait for a place."""
        with self._changed:
            self._change(change)
            self._changed.notify_all()

    def _change(self, change: Change[T]) -> T:
        """Change the load that all share; that of this process if the broker is away.

        Call it with the lock held, so that threads of one process do not compete for
        the broker.
        """
        from redis import RedisError  # noqa: PLC0415 - as in config.broker

        if time.monotonic() >= self._away_until:
            try:
                return self._change_shared(change)
            except RedisError as error:
                self._away_until = time.monotonic() + BROKER_AWAY
                log.info("Limits of %s are kept here alone: %s", self.endpoint, error)
        self._own, found = change(self._own, time.time())
        return found

    def _change_shared(self, change: Change[T]) -> T:
        """Change the load by a transaction that begins again if it was overtaken."""
        from redis import WatchError  # noqa: PLC0415

        with _broker().pipeline() as pipe:
            while True:
                try:
                    pipe.watch(self._name)  # type: ignore[no-untyped-call]
                    seconds, micros = pipe.time()
                    held: Any = pipe.get(self._name)
                    load = Load(**json.loads(held)) if held else Load()
                    after, found = change(load, seconds + micros / 1_000_000)
                    pipe.multi()
                    pipe.set(self._name, json.dumps(after.as_json()), ex=FORGET_AFTER)
                    pipe.execute()
                except WatchError:
                    continue
                return found


def _without_dead(load: Load) -> Load:
    """Return the load without the places of killed processes of this machine."""
    callers = {name.rpartition(BETWEEN)[0] for name in load.places}
    dead = {caller for caller in callers if is_dead(caller)}
    held = load.places.items()
    alive = {name: end for name, end in held if name.rpartition(BETWEEN)[0] not in dead}
    return replace(load, places=alive)


@cache
def throttle_of(endpoint: str) -> Throttle:
    """Return this process's throttle of an endpoint."""
    return Throttle(endpoint)


@cache
def _broker() -> Redis:
    return redis_client(settings.CELERY_BROKER_URL, timeout=2)
