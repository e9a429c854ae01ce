"""Cached scores equal those computed from scratch, whatever happened between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assess.analysis.scores.arrays import scored_of
from assess.analysis.scores.cache import Ground, kept_scores
from assess.analysis.scores.grids import grid_of
from assess.judging.kernel.panels import RULES
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring.basis import RetrievalBasis
from assess.kinds.relevance.scoring.ground import RetrievalGround
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.scores.basis import Basis
from nuggets.scores.cells import NuggetGround
from nuggets.scores.measures import MEASURES
from runs.models import Run
from tests.make import NOW
from tests.nuggets.scores.cache.world import World, support

pytestmark = pytest.mark.both_stacks


class Step(NamedTuple):
    """A label given, or taken back, and whether the scores are read then."""

    judge: int
    item: int
    value: int
    looks: bool


steps = st.lists(
    st.builds(
        Step, st.integers(0, 2), st.integers(0, 30), st.integers(0, 3), st.booleans()
    ),
    min_size=1,
    max_size=8,
)


def nuggets(world: World, judge: Judge) -> Ground:
    return NuggetGround(Basis(world.bank, judge))


def retrieval(_world: World, judge: Judge) -> Ground:
    return RetrievalGround(RetrievalBasis(judge, 2))


FAMILIES = [(nuggets, ASSIGNMENT), (retrieval, RELEVANCE), (support, SUPPORT)]


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes inside the block, and clear the cache."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


@pytest.mark.parametrize(("ground_of", "kind"), FAMILIES)
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(made=steps, whose=st.integers(0, 2 + len(RULES)))
def test_whatever_is_labelled_the_scores_are_those_computed_cold(
    ground_of: Callable[[World, Judge], Ground],
    kind: Kind,
    world: World,
    made: list[Step],
    whose: int,
) -> None:
    judge = [*world.judges, *world.panels][whose]
    values = ["", *kind.values(world.track)]
    items = world.items[kind.name]
    with undone():
        kept_scores(ground_of(world, judge), MEASURES, "V_strict")
        for step in made:
            label = NewLabel(
                items[step.item % len(items)], values[step.value % len(values)]
            )
            record_labels(kind, world.judges[step.judge], [label], now=NOW)
            if step.looks:
                assert_cold(ground_of(world, judge), world)
        assert_cold(ground_of(world, judge), world)


def assert_cold(ground: Ground, world: World) -> None:
    """Compare the cached scores with those computed from scratch."""
    warm = kept_scores(ground, MEASURES, "V_strict")
    runs = Run.objects.visible().filter(track=world.track)
    topics = world.track.topics.all()
    cold = scored_of(grid_of(ground.whole()), runs, topics, MEASURES, "V_strict")
    assert (warm.runs, warm.topics) == (cold.runs, cold.topics)
    assert warm.waiting == cold.waiting
    for name in ("values", "states", "words", "grounds"):
        np.testing.assert_array_equal(getattr(warm, name), getattr(cold, name))
