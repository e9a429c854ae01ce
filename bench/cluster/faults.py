"""Faults of the cluster: a process is killed, stopped for a while, or cut off."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.cluster.nodes import NODES, SERVERS, WEB, WORKERS, Cluster

STOPPED = 20.0  # seconds
ACTS = {"kill": 2, "stop": 1, "cut": 1}  # how often each, by weight
# Nodes die more often than databases, without which the other processes have no work.
VICTIMS = {"web": 3, "worker": 3, "redis": 2, "backend": 2, "postmaster": 1}
TRIES = 20  # until a running victim is found


@dataclass
class Harm:
    """The faults of one run, and those that have not ended."""

    cluster: Cluster
    rng: Random
    done: Counter[str] = field(default_factory=Counter)
    stopped: set[int] = field(default_factory=set)
    holes: int = 0
    lasting: set[asyncio.Task[None]] = field(default_factory=set)

    async def harm(self, kills: int, *, every: float) -> None:
        """Cause that many faults, one per interval; return once all have ended."""
        for _ in range(kills):
            await asyncio.sleep(every)
            self._befall()
        while self.lasting:
            await asyncio.wait(self.lasting)

    def _befall(self) -> None:
        for _ in range(TRIES):
            act, victim = self._one_of(ACTS), self._one_of(VICTIMS)
            if act == "cut":
                return self._cut(victim)
            found = self._find(victim)
            if found:
                getattr(self, f"_{act}")(victim, found)
                return None
        self.done["nobody alive to kill"] += 1
        return None

    def _one_of(self, weights: dict[str, int]) -> str:
        (found,) = self.rng.choices([*weights], [*weights.values()])
        return found

    def _find(self, victim: str) -> list[int]:
        """Return the running processes of a victim, the one to kill first."""
        name = {"web": self.rng.choice(WEB), "worker": self.rng.choice(WORKERS)}.get(
            victim, "redis" if victim == "redis" else "postgres"
        )
        found = self.cluster.processes_of(name)
        if victim == "backend":
            found = [each for each in found[1:] if _serves(each)]
            found = self.rng.sample(found, min(1, len(found)))
        elif victim == "web":
            found.insert(
                0, found.pop(self.rng.randrange(len(found)))
            ) if found else None
        elif victim == "postmaster":
            found = found[:1]
        return [] if self.stopped & set(found) else found

    def _kill(self, victim: str, found: list[int]) -> None:
        with suppress(ProcessLookupError):
            for child in self.cluster.children.values():
                if child.process and child.process.pid == found[0]:
                    child.started = float("-inf")  # it does not fail by itself
            os.kill(found[0], signal.SIGKILL)
            self.done[f"kill {victim}"] += 1

    def _stop(self, victim: str, found: list[int]) -> None:
        self.done[f"stop {victim}"] += 1
        self._last(self._stopped(found))

    async def _stopped(self, found: list[int]) -> None:
        self.stopped |= set(found)
        _send(found, signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        _send(found, signal.SIGCONT)
        self.stopped -= set(found)

    def _cut(self, victim: str) -> None:
        """Cut one node off, or a server off from all nodes, in one of two ways."""
        if victim in {"web", "worker"}:
            node = self.rng.choice(WEB if victim == "web" else WORKERS)
            server = self.rng.choice(SERVERS)
            links, what = [f"{node} {server}"], f"{victim} from {server}"
        else:
            server = "redis" if victim == "redis" else "postgres"
            links, what = [f"{node} {server}" for node in NODES], server
        hole = self.rng.choice((0, STOPPED / 2))
        self.cluster.order(links, hole=hole)
        self.done[f"{'hole' if hole else 'cut'} {what}"] += 1
        if hole:
            self._last(asyncio.sleep(hole + 1))

    def _last(self, lasting: object) -> None:
        task = asyncio.ensure_future(lasting)  # type: ignore[call-overload]
        self.lasting.add(task)
        task.add_done_callback(self.lasting.discard)


def _serves(process: int) -> bool:
    """Return whether a process of PostgreSQL serves a connection."""
    with suppress(OSError), Path(f"/proc/{process}/cmdline").open() as said:
        return said.read().startswith("postgres: assay")
    return False


def _send(found: list[int], number: signal.Signals) -> None:
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, number)
