"""The runs that no other run beats on both score and length (P1 4, Figure 7)."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

Run = TypeVar("Run")


class RunPoint(NamedTuple):
    """A run's mean length in words, and its mean score."""

    length: float
    score: float


def pareto_front(points: Mapping[Run, RunPoint]) -> list[Run]:
    """Return the runs that no shorter or equally long run equals or beats, by length.

    Two runs at the same point are both on the front.
    """
    front: list[Run] = []
    best: RunPoint | None = None
    for run, point in sorted(
        points.items(), key=lambda item: (item[1].length, -item[1].score)
    ):
        if best is None or point.score > best.score or point == best:
            front.append(run)
            best = point
    return front
