"""A track with one of everything that can be put away."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.core.cache import cache

from accounts.models import User
from runs.models import Import, Run
from tests.exams.world import make_question_bank
from tests.query_counts.world import World

CAST = ("ada", "omar")


@pytest.fixture(scope="module")
def kept(module_db: None) -> World:
    """Work of every type, with one of each thing named; each test gets a copy."""
    ada, omar = (User.objects.create_user(name, password=name) for name in CAST)
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


@pytest.fixture
def world(db: None, kept: World) -> World:
    """A track with work of every type, with one of each thing named."""
    cache.clear()
    return deepcopy(kept)


def _one_of_the_cast(request: pytest.FixtureRequest, name: str) -> User:
    """Return a person of the kept world, if the test has one, else a new one."""
    if "kept" in request.fixturenames:
        request.getfixturevalue("kept")
        return User.objects.get(username=name)
    return User.objects.create_user(name, password=name)


@pytest.fixture
def ada(request: pytest.FixtureRequest, db: None) -> User:
    """Ada is an assessor."""
    return _one_of_the_cast(request, "ada")


@pytest.fixture
def omar(request: pytest.FixtureRequest, db: None) -> User:
    """Omar is an organizer."""
    return _one_of_the_cast(request, "omar")
