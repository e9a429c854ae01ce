"""A draft, the bank edited from it, and an assessor's work on one topic."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid4

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.banks.actions import Entry, SegmentSpan, create_bank, write_version
from nuggets.editing.actions import start_post_edit
from nuggets.editing.steps.step import rows_of
from nuggets.models import Bank, BankVersion, Nugget
from runs.actions.acts import Act
from runs.models import Segment, Subnarrative, Topic
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_segment,
    make_topic,
    make_track,
)

TEXTS = (
    "Fresh water floats on salt water",
    "Salt lowers the freezing point",
    "Bubblers lift warmer water",
)
PASSAGE = "A hose lets air rise; the bubbles lift the warmer, saltier water up."


class PostEdit(NamedTuple):
    """One topic from draft to work."""

    topic: Topic
    draft: Bank
    bank: Bank
    version: BankVersion
    work: Allocation
    segments: list[Segment]
    subnarratives: list[Subnarrative]
    machine: Judge


def make_subnarrative(topic: Topic, text: str, place: int = 0) -> Subnarrative:
    """Make a current sub-narrative."""
    return Subnarrative.objects.create(
        topic=topic, text=text, folded=text.casefold(), position=place
    )


def make_post_edit(
    ada: User,
    *,
    texts: tuple[str, ...] = TEXTS,
    organizer: User | None = None,
    profile: str = "rag25",
) -> PostEdit:
    """Make a draft of a topic, a bank edited from it, and ada's work on it."""
    track = make_track(organizer=organizer, assessors=[ada], profile=profile)
    topic = make_topic(track)
    machine = make_judge(track, "SECRETMACHINE")
    segments = _passages(topic, machine)
    subnarratives = [
        make_subnarrative(topic, text, place)
        for place, text in enumerate(("why it freezes", "what is done about it"))
    ]
    draft = _draft(topic, machine, texts, segments)
    bank = start_post_edit(draft, "edited", now=NOW)
    return PostEdit(
        topic,
        draft,
        bank,
        bank.versions.get(),
        make_allocation(topic, ada, bank, work="nuggets"),
        segments,
        subnarratives,
        machine,
    )


def _passages(topic: Topic, machine: Judge) -> list[Segment]:
    segments = [
        make_segment(topic.track, f"doc#{place}", f"{PASSAGE} No. {place}")
        for place in range(3)
    ]
    for segment in segments:
        make_label(RELEVANCE, machine, topic, segment, value="3")
    return segments


def _draft(
    topic: Topic, machine: Judge, texts: tuple[str, ...], segments: list[Segment]
) -> Bank:
    draft = create_bank(
        topic.track,
        "draft",
        origin=Bank.AUTOMATIC,
        landed_at=NOW,
        drafted_by=machine,
        qrels_judge=machine,
    )
    sources = [SegmentSpan(segment.pk) for segment in segments]
    entries = [
        Entry(text, importance="okay", sources=[sources[at % len(sources)]])
        for at, text in enumerate(texts)
    ]
    write_version(draft, topic, entries, now=NOW, judge=machine)
    return draft


def act_of(version: BankVersion, by: User, *, key: UUID | None = None) -> Act:
    """Return an action of somebody who sees the current list."""
    version.refresh_from_db()
    return Act(by=by, seen=version.revision, now=NOW, key=key or uuid4())


def texts_of(version: BankVersion) -> list[str]:
    """Return the texts on a list, in order."""
    texts = dict(Nugget.objects.values_list("pk", "text"))
    return [texts[row.nugget] for row in rows_of(version)]
