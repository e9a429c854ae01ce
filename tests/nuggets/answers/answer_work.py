"""A bank with a frozen list, relevant passages, and an assessor's work on an answer."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid4

from accounts.models import User
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.models import Bank, Nugget
from runs.models import Segment, Topic, Track
from tests.make import (
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_segment,
    make_track,
    make_turn,
    make_version,
    nuggets_of,
)

TEXTS = ("Fresh water floats on salt water", "Bubblers lift the warmer water")


class Answering(NamedTuple):
    """One topic, its list and passages, and the work on its answer."""

    track: Track
    topic: Topic
    bank: Bank
    nuggets: list[Nugget]
    segments: list[Segment]
    work: Allocation
    machine: Judge


def make_answering(
    ada: User, *, organizer: User | None = None, profile: str = "ikat24"
) -> Answering:
    """Make a turn with two nuggets, two relevant passages and one that is not."""
    track = make_track(organizer=organizer, assessors=[ada], profile=profile)
    topic = make_turn(track)
    machine = make_judge(track, "SECRETMACHINE")
    segments = [
        make_segment(track, f"doc#{place}", f"Passage {place} on ice and bubbles.")
        for place in range(3)
    ]
    for segment, value in zip(segments, "210", strict=True):
        make_label(RELEVANCE, machine, topic, segment, value=value)
    bank = make_bank(track)
    bank.qrels_judge = machine
    bank.save(update_fields=["qrels_judge"])
    version = make_version(bank, topic, TEXTS)
    work = make_allocation(topic, ada, bank, work="answers")
    return Answering(track, topic, bank, nuggets_of(version), segments, work, machine)


def act_on(seen: int = 0, *, key: UUID | None = None, after: UUID | None = None) -> Act:
    """Return an action of somebody who saw a version."""
    return Act(key=key or uuid4(), seen=seen, after=after, active_ms=900)
