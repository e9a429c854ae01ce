"""A label from a script, for every kind."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from assess.judging.kinds import all_kinds
from assess.judging.models import Change
from assess.judging.work.desk import OVERTAKEN
from tests.assess.judging.work.world import World


def test_a_script_keeps_a_label(world: World, ada_client: Client) -> None:
    times = {"client_time": "2026-03-01T12:00:00.123Z", "active_ms": 900}
    r = world.send(ada_client, world.json() | times)
    assert r.status_code == 200
    assert r.json().keys() == {"version", "value", "saved_at"}
    assert (r.json()["version"], r.json()["value"]) == (1, world.values[0])
    label = world.labels().get()
    rows = tuple(getattr(label, name) for name in world.desk.kind.item)
    assert (label.value, rows) == (world.values[0], world.spots[0].rows)
    assert Change.objects.get(kind=world.desk.kind.name).active_ms == 900


def test_a_script_gives_every_value_of_the_scale(
    world: World, ada_client: Client
) -> None:
    for seen, value in enumerate(world.desk.kind.values(world.track)):
        r = world.send(ada_client, world.json(0, value, seen=seen))
        assert (r.status_code, r.json()["value"]) == (200, value)
        assert world.labels().get().value == value


def test_a_script_sent_twice_is_answered_the_same(
    world: World, ada_client: Client
) -> None:
    body = world.json()
    first, second = (world.send(ada_client, body) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["version"] == 1
    assert first.json() == second.json()
    assert Change.objects.count() == 1


def test_a_script_may_name_the_queued_action_before(
    world: World, ada_client: Client
) -> None:
    first = world.json()
    world.send(ada_client, first)
    then = world.json(0, world.values[1], seen=0, after=first["key"])
    r = world.send(ada_client, then)
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_a_stale_script_is_told_how_the_label_stands(
    world: World, ada_client: Client
) -> None:
    first, second = world.values
    world.send(ada_client, world.json())
    r = world.send(ada_client, world.json(0, second))
    why = {"detail": OVERTAKEN}
    stands = why | {"version": 1, "value": first, **world.beside}
    told = r.json()
    scale = {each.value: each for each in world.desk.kind.scale(world.track)}
    assert scale[first].label.lower() in told.pop("stands")
    assert (r.status_code, told) == (409, stands)
    r = world.send(ada_client, world.json(1, second, seen=4))
    nothing = why | {"version": 0, "value": "", **world.beside}
    told = r.json()
    assert told.pop("stands") == "It is now: no label."
    assert (r.status_code, told) == (409, nothing)


def test_a_script_may_not_use_a_key_for_two_labels(
    world: World, ada_client: Client
) -> None:
    body = world.json()
    world.send(ada_client, body)
    r = world.send(ada_client, world.json(1, key=body["key"]))
    assert (r.status_code, r.json().keys()) == (422, {"key"})


@pytest.mark.parametrize("seen", [0, 1])
def test_a_script_may_not_use_a_key_for_two_values(
    world: World, ada_client: Client, seen: int
) -> None:
    first, second = world.values
    body = world.json()
    told = world.send(ada_client, body).json()
    r = world.send(ada_client, body | {"value": second, "seen": seen})
    assert (r.status_code, r.json().keys()) == (422, {"key"})
    assert (world.labels().get().value, Change.objects.count()) == (first, 1)
    again = world.send(ada_client, body | {"seen": seen, "active_ms": 1})
    assert (again.status_code, again.json()) == (200, told)


@pytest.mark.parametrize(
    "bad",
    [
        {"value": "perhaps"},
        {"value": "9"},
        {"value": None},
        {"key": "1"},
        {"seen": -1},
        {"active_ms": -1},
        {"active_ms": 2**40},
        {"client_time": "noon"},
    ],
)
def test_a_script_is_refused_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = world.send(ada_client, world.json() | bad)
    assert (r.status_code, r.json().keys()) == (400, bad.keys())
    assert not world.labels().exists()


def test_a_script_is_refused_another_kinds_values(
    world: World, ada_client: Client
) -> None:
    every = {value for kind in all_kinds() for value in kind.values(world.track)}
    for value in every - set(world.desk.kind.values(world.track)):
        r = world.send(ada_client, world.json(0, value))
        assert (r.status_code, r.json().keys()) == (400, {"value"})
    assert not world.labels().exists()


def test_a_script_names_a_label_by_uuids(world: World, ada_client: Client) -> None:
    for name in world.spots[0].script:
        r = world.send(ada_client, world.json(**{name: "5"}))
        assert (r.status_code, r.json().keys()) == (400, {name})
    assert not world.labels().exists()


def test_a_script_reaches_only_labels_of_the_work(
    world: World, ada_client: Client
) -> None:
    for name in world.spots[0].script:
        r = world.send(ada_client, world.json(**{name: str(uuid4())}))
        assert r.status_code == 404
    assert not world.labels().exists()
