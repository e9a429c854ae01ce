"""A track with one of everything that can be put away."""

from __future__ import annotations

import pytest

from accounts.models import User
from runs.models import Import, Run
from tests.exams.world import make_question_bank
from tests.query_counts.world import World


@pytest.fixture
def world(ada: User, omar: User) -> World:
    """A track with work of every type, with one of each thing named."""
    world = World(ada, omar, size=1)
    row = Import.objects.create(
        track=world.track,
        kind="run",
        filename="run-0.jsonl",
        sha256="a" * 64,
        size=1,
        state=Import.LANDED,
    )
    Run.objects.filter(pk=world.runs[0].pk).update(source=row)
    world.name(question_bank=make_question_bank(world.track))
    world.name(**{"import": row})
    return world
