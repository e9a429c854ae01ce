"""The last grades: listed, and narrowed to the overrides."""

import pytest
from django.test import Client

from accounts.models import User
from assess.kinds.relevance.items import read_sheet
from tests.assess.judging.work.world import body_of
from tests.assess.kinds.relevance.relevance_work import (
    Grading,
    make_grading,
    make_ranked,
)
from tests.make import make_segment
from tests.page import texts, values


@pytest.fixture
def world(ada: User) -> Grading:
    return make_grading(ada)


def test_the_last_twenty_grades_are_listed_latest_first(
    world: Grading, ada_client: Client
) -> None:
    more = [make_segment(world.track, f"more#{n}") for n in range(20)]
    make_ranked(world.track, world.topic, "more", *more)
    items = read_sheet(world.work).items
    for item in items[:22]:
        world.send(ada_client, world.json(segment=str(item.uuid)))
    world.send(ada_client, world.json(0, "", segment=str(items[21].uuid), seen=1))
    page = body_of(ada_client, f"{world.base}recent/")
    places = [page.find(str(item.uuid)) for item in items]
    listed = places[20:0:-1]
    assert listed == sorted(listed)
    assert min(listed) > 0
    assert places[0] == places[21] == -1


def test_a_grade_that_differs_from_its_ticks_is_listed_as_an_override(
    world: Grading, ada_client: Client
) -> None:
    for place, value in enumerate(("0", "2", "1")):
        ticks = world.ticks(0) if place < 2 else []
        world.send(ada_client, world.json(place, value, ticks=ticks))
    page = ada_client.get(f"{world.base}recent/?only=overrides")
    first = str(world.segments[0].uuid)
    assert values(page, ".recents li", "data-item") == [first]
    assert texts(page, "#only-overrides .num") == ["1"]
    assert texts(page, ".recents .title + .fine") == ["1 · 1 ticked · override"]
    end = ada_client.get(world.base)
    assert texts(end, "#recent .shares .num") == [
        "3",
        "1",
        "1",
        "1",
        "0",
        "0",
        "1",
        "0",
    ]
