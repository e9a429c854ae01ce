"""Percentiles in a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

HEAD = f"{'':32}{'n':>7}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}  ms"


def percentile(times: Sequence[float], share: float) -> float:
    """Return the smallest time that at least this share of the times do not exceed."""
    ordered = sorted(times)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def row(name: str, times: Sequence[float]) -> str:
    """Return one line: how many, the median, two percentiles and the longest."""
    if not times:
        return f"{name:32}{0:7}"
    figures = [percentile(times, share) for share in (0.5, 0.95, 0.99, 1.0)]
    return f"{name:32}{len(times):7}" + "".join(f"{each:8.1f}" for each in figures)


def table(title: str, times: Mapping[str, Sequence[float]]) -> list[str]:
    """Return a line for all together, and one for each kind."""
    every = [each for found in times.values() for each in found]
    kinds = [row(f"  {name}", found) for name, found in sorted(times.items())]
    return [row(title, every), *kinds]
