"""A suspect runs alone in its process; every wait is for an event."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest

from jobs.concurrency import Room

PATIENCE = 20  # seconds until a test gives up


@pytest.fixture
def room() -> Room:
    return Room()


class Guest:
    """A thread that takes a place and keeps it until it is told to leave."""

    def __init__(self, room: Room, *, alone: bool) -> None:
        self.room, self.alone = room, alone
        self.came, self.may_leave = threading.Event(), threading.Event()
        self.has_place: bool | None = None
        self.thread = threading.Thread(target=self._stay, daemon=True)
        self.thread.start()

    def _stay(self) -> None:
        with self.room.place(alone=self.alone) as self.has_place:
            self.came.set()
            if self.has_place:
                self.may_leave.wait(PATIENCE)

    def leave(self) -> None:
        self.may_leave.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def guest(room: Room) -> Iterator[Callable[..., Guest]]:
    made: list[Guest] = []

    def make(*, alone: bool = False, waits: bool = False) -> Guest:
        made.append(Guest(room, alone=alone))
        assert waits or made[-1].came.wait(PATIENCE)
        return made[-1]

    yield make
    for each in made:
        each.leave()


def until_kept(room: Room) -> None:
    """Wait until somebody waits for the room: nobody else is admitted any more."""
    end = threading.Event()
    for _ in range(PATIENCE * 1000):
        with room.place(alone=False) as has_place:
            if not has_place:
                return
        end.wait(0.001)
    raise AssertionError


def test_many_jobs_have_places_at_the_same_time(guest: Callable[..., Guest]) -> None:
    assert [guest().has_place for _ in range(4)] == [True] * 4


def test_no_job_is_admitted_while_a_suspect_runs(guest: Callable[..., Guest]) -> None:
    assert guest(alone=True).has_place
    assert not guest().has_place
    assert not guest(alone=True).has_place


def test_a_suspect_waits_for_those_who_are_there_and_nobody_comes_in_meanwhile(
    room: Room, guest: Callable[..., Guest]
) -> None:
    first, second = guest(), guest()
    suspect = guest(alone=True, waits=True)
    until_kept(room)
    first.leave()
    assert not guest().has_place
    assert suspect.has_place is None
    second.leave()
    assert suspect.came.wait(PATIENCE)
    assert suspect.has_place


def test_there_is_room_again_once_the_suspect_has_ended(
    guest: Callable[..., Guest],
) -> None:
    guest(alone=True).leave()
    assert guest().has_place


def test_an_error_leaves_the_room_too(room: Room) -> None:
    def fail(place: AbstractContextManager[bool]) -> None:
        with place:
            raise ValueError

    for alone in (True, False):
        with pytest.raises(ValueError):  # noqa: PT011 - our own, of three lines above
            fail(room.place(alone=alone))
    with ExitStack() as stack:
        assert stack.enter_context(room.place(alone=True))
