"""Put topics into a shared queue, and take from it."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from assess.judging.allocations.actions import Terms
from assess.judging.models import Allocation
from assess.judging.queues.actions import add_slots, take_next
from assess.judging.screens import get_screen
from runs.models import Topic, Track
from tests.make import NOW

LATER = NOW + timedelta(hours=9)


def queue(by: User, copies: dict[Topic, int], **terms: object) -> None:
    screen = get_screen("relevance")
    track = next(iter(copies)).track
    add_slots(track, screen, copies, by=by, terms=Terms(**terms))  # type: ignore[arg-type]


def take_one(track: Track, person: User, *, hours: float = 0) -> Allocation:
    now = NOW + timedelta(hours=hours)
    return take_next(track, "relevance", person, now=now)
