"""Places at an endpoint, shared by processes through the broker."""

import threading
from collections.abc import Callable
from uuid import uuid4

import pytest
from pytest_django import Settings
from redis import Redis

from config.broker import redis_client
from llm import throttle
from llm.caller import this_process
from llm.kernel.load import Limits, Outcome
from llm.throttle import EndpointDown, Place, Throttle

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def endpoint() -> str:
    return f"http://127.0.0.1:1/{uuid4()}"


class Full(Exception):
    """There was no place."""


def full() -> None:
    raise Full


def take(throttle: Throttle, check: Callable[[], None] = full) -> Place:
    place = Place(throttle, Limits(2), tokens=10, lasts=100)
    place.enter(check)
    return place


def test_two_processes_share_the_places(endpoint: str) -> None:
    here, there = Throttle(endpoint), Throttle(endpoint)
    first = take(here)
    take(there)
    for each in (here, there):
        with pytest.raises(Full):
            take(each)
    first.leave(Outcome.ANSWERED)
    take(there)


def test_a_place_is_entered_once_and_left_once(endpoint: str) -> None:
    here = Throttle(endpoint)
    place = take(here)
    place.enter(full)
    place.leave()
    place.leave()
    take(here)
    take(here)
    with pytest.raises(Full):
        take(here)


def test_a_killed_process_of_this_machine_holds_no_place(
    endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Throttle(endpoint)
    host = this_process().split()[0]
    monkeypatch.setattr(throttle, "this_process", lambda: f"{host} 999999999 1")
    take(here)
    take(here)
    monkeypatch.undo()
    take(here)
    take(here)


def test_those_that_wait_enter_as_soon_as_a_place_is_left(endpoint: str) -> None:
    here = Throttle(endpoint)
    held = [take(here), take(here)]
    entered = threading.Event()

    def wait() -> None:
        take(here, check=lambda: None)
        entered.set()

    thread = threading.Thread(target=wait)
    thread.start()
    held[0].leave(Outcome.ANSWERED)
    thread.join()
    assert entered.is_set()


def test_a_dead_endpoint_is_left_alone(endpoint: str, settings: Settings) -> None:
    settings.LLM_PATIENCE = 0
    here = Throttle(endpoint)
    for _ in range(5):
        take(here).leave(Outcome.FAILED)
    with pytest.raises(EndpointDown, match="nothing more is sent"):
        take(here)


def test_without_the_broker_a_process_keeps_the_limits_alone(
    endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> "Redis":
        return redis_client("redis://127.0.0.1:1/0", timeout=1)

    monkeypatch.setattr(throttle, "_broker", nowhere)
    here = Throttle(endpoint)
    first = take(here)
    take(here)
    with pytest.raises(Full):
        take(here)
    first.leave(Outcome.ANSWERED)
    take(here)
