"""A bank of span nuggets, and an assessor's work on one topic of it."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

from django.test import Client

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.models import Bank, BankVersion, NuggetSource
from nuggets.spans.actions import start_span_bank
from runs.models import Segment, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_segment,
    make_topic,
    make_track,
    make_turn,
)

TEXTS = (
    "\N{PENGUIN} Salt water freezes late. Fresh water freezes first.\r\n"
    "Salt water sinks; \N{MAN}\u200d\N{WOMAN} skate on fresh water.",
    "Cafe\u0301s shut in winter. Bubblers lift warmer water. Boats wait.",
    "Nothing of use here.",
)


class Marking(NamedTuple):
    """One turn with its passages, the relevant ones first in reading order."""

    track: Track
    topic: Topic
    bank: Bank
    work: Allocation
    segments: list[Segment]
    machine: Judge

    @property
    def version(self) -> BankVersion:
        """Return the newest version of the list."""
        return BankVersion.objects.filter(bank=self.bank).latest("number")

    def spans(self) -> list[tuple[str, str, int | None, int | None]]:
        """Return docid, text and span of each listed nugget, in the list's order."""
        found = NuggetSource.objects.filter(nugget__listings__version=self.version)
        rows = found.order_by("nugget__listings__position", "nugget__listings__pk")
        return list(rows.values_list("segment__docid", "nugget__text", "start", "end"))


def make_marking(
    ada: User, *, organizer: User | None = None, profile: str = "ikat24"
) -> Marking:
    """Make a turn with two relevant passages and one that is not."""
    track = make_track(organizer=organizer, assessors=[ada], profile=profile)
    topic = make_turn(track)
    make_topic(track, "14_3")
    machine = make_judge(track, "SECRETMACHINE")
    segments = [
        make_segment(track, f"doc#{place}", text) for place, text in enumerate(TEXTS)
    ]
    for segment, value in zip(segments, "320", strict=True):
        make_label(RELEVANCE, machine, topic, segment, value=value)
    bank = start_span_bank(track, "spans", qrels_judge=machine, now=NOW)
    work = make_allocation(topic, ada, bank, work="spans")
    relevant = sorted(segments[:2], key=lambda one: order_key(work.seed, one.uuid))
    return Marking(track, topic, bank, work, [*relevant, segments[2]], machine)


def span_of(segment: Segment, words: str, occurrence: int = 1) -> tuple[int, int]:
    """Return the span of some words in a passage, the first, second … time."""
    start = -1
    for _ in range(occurrence):
        start = segment.text.index(words, start + 1)
    return start, start + len(words)


def url(made: Marking, part: str = "") -> str:
    return f"/work/{made.work.uuid}/spans/{part}"


def post(client: Client, made: Marking, at: int = 0, **given: Any) -> Any:  # noqa: ANN401
    """Press one button of a passage's page, as somebody who sees the list."""
    page = url(made, f"{made.segments[at].uuid}/act/")
    seen = {"seen": made.version.revision, "key": str(uuid4())}
    return client.post(page, {**seen, **given})


def mark(client: Client, made: Marking, words: str, at: int = 0, nth: int = 1) -> None:
    start, end = span_of(made.segments[at], words, nth)
    reply = post(client, made, at, span=f"{made.segments[at].uuid} {start} {end}")
    assert reply.status_code == 302
