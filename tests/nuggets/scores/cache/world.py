"""A labelled world, its scores cached and computed from scratch."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.scores.cache import Ground
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.support.scoring import SupportBasis, SupportGround
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank
from runs.models import Topic, Track
from tests.make import NOW


class World(NamedTuple):
    """Two runs on two topics, all that three judges may label, and panels of them."""

    track: Track
    bank: Bank
    topics: list[Topic]
    judges: list[Judge]
    panels: list[Judge]
    items: dict[str, list[tuple[int, ...]]]


def support(_world: World, judge: Judge) -> Ground:
    return SupportGround(SupportBasis(judge))


def label(world: World, place: int, value: str, judge: int = 0) -> None:
    row = NewLabel(world.items["assignment"][place], value)
    record_labels(ASSIGNMENT, world.judges[judge], [row], now=NOW)
