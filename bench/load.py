"""The use of the processors: by our processes with their descendants, and by others."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """Seconds of processor time used so far, at one moment."""

    at: float
    own: float  # this process
    trees: float  # the processes given, with all below them
    machine: float

    def since(self, before: Load) -> dict[str, float]:
        """Return how many processors each used on average since another moment."""
        seconds = self.at - before.at
        own, trees = self.own - before.own, self.trees - before.trees
        others = self.machine - before.machine - own - trees
        shares = {"driver": own, "server": trees, "others": max(others, 0)}
        return {name: used / seconds for name, used in shares.items()}


def measure_load(roots: Collection[int]) -> Load:
    """Return the time used up to now; `roots` are the roots of the process trees."""
    used, below = _processes()
    queue, trees = list(roots), 0.0
    while queue:
        process = queue.pop()
        trees += used.get(process, 0.0)
        queue += below[process]
    return Load(time.monotonic(), used[os.getpid()], trees, _machine())


def processes_below(root: int) -> list[int]:
    """Return a process and its descendants, itself first."""
    _used, below = _processes()
    found = [root]
    for process in found:
        found += below[process]
    return found


def _processes() -> tuple[dict[int, float], dict[int, list[int]]]:
    used: dict[int, float] = {}
    below: dict[int, list[int]] = defaultdict(list)
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        process = int(entry.parent.name)
        below[int(fields[1])].append(process)
        # Its own user and system time, and that of its children that have ended.
        used[process] = sum(map(int, fields[11:15])) / TICK
    return used, below


def _machine() -> float:
    line = Path("/proc/stat").read_text().splitlines()[0]
    user, nice, system, _idle, _wait, *rest = map(int, line.split()[1:9])
    return (user + nice + system + sum(rest)) / TICK
