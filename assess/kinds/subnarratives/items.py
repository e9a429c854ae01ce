"""The items of a review: a topic's sub-narratives, their open points, and the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kinds import Grade
from assess.judging.models import Allocation, Judge, Thread
from assess.judging.practice import lessons
from assess.judging.practice.lessons import Lesson
from assess.judging.screens import Progress, Screen, Steps
from assess.judging.threads import spots
from assess.judging.threads.listing import threads_of
from assess.judging.threads.open_points import EMPTY, LeftOpen, Place, counted, flagged
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.steps import taken_reading
from assess.judging.work.walk import NotInThisWork
from assess.kinds.relevance.models import RelevanceLabel
from config.operations.readings import Reading, ask, together
from runs.actions.review import history_of
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import OUTSIDE
from runs.kernel.subnarratives import read, touched
from runs.models import Subnarrative, SubnarrativeEdit, Topic, Track

KIND = "subnarratives"


class ReviewPart(NamedTuple):
    """One sub-narrative; `number` from 1, `ticked` in how many of one's own labels."""

    number: int
    uuid: str
    text: str
    importance: str
    ticked: int


@dataclass(frozen=True)
class Review:
    """One topic's current list, for the person who reviews it."""

    work: Allocation
    revision: int
    parts: tuple[ReviewPart, ...]
    can_undo: bool
    can_redo: bool

    @property
    def topic(self) -> Topic:
        """Return the topic of the work."""
        return self.work.topic

    @property
    def url(self) -> str:
        """Return the URL of the page."""
        return reverse("assess:subnarratives", args=[self.work.uuid])

    @property
    def is_open(self) -> bool:
        """Return whether the person may still change the list."""
        return self.work.finished_at is None

    @property
    def given(self) -> Counter[str]:
        """Return how many are vital, okay and neither."""
        return Counter(part.importance or "unset" for part in self.parts)

    @property
    def threads(self) -> list[Thread]:
        """Return the threads about the sub-narratives."""
        return threads_of(self.work)

    def part(self, uuid: str) -> ReviewPart | None:
        """Return a listed sub-narrative, else the first one, else None."""
        first = self.parts[0] if self.parts else None
        return next((part for part in self.parts if part.uuid == uuid), first)

    def how_it_stands(self, uuid: str) -> str:
        """Describe the state of a sub-narrative, "" if a step was on none."""
        if not uuid:
            return ""
        part = next((part for part in self.parts if part.uuid == uuid), None)
        if part is None:
            return "This sub-narrative is no longer on it."
        stands = f"“{part.text}”, {part.importance or 'no importance'}"
        return f"This sub-narrative is now: {stands}."

    def state(self) -> dict[str, Any]:
        """Return the list as the page's script reads it."""
        return {
            "version": self.revision,
            "value": "",
            "open": self.is_open,
            "undo": self.can_undo,
            "redo": self.can_redo,
            "parts": [part._asdict() for part in self.parts],
        }


def read_review(work: Allocation) -> Review:
    """Read a topic's list, in a fixed number of queries."""
    ticked = _own_ticks(work)
    parts = (
        ReviewPart(number, *row, ticked[row.uuid])
        for number, row in enumerate(rows_of(work.topic), start=1)
    )
    history = history_of(work.topic, work.assessor)
    return Review(
        work=work,
        revision=revision_of(work.topic),
        parts=tuple(parts),
        can_undo=bool(history.done),
        can_redo=bool(history.undone),
    )


def looked_at(edit: SubnarrativeEdit, on: str) -> str:
    """Return the uuid of the selected sub-narrative after a step, "" for none."""
    if edit.action == "move":
        return on
    return touched(read(edit.before), read(edit.after)) or ""


def _own_ticks(work: Allocation) -> Counter[str]:
    """Count by sub-narrative the ticks in the person's own labels."""
    labels: Iterable[dict[str, Any]] = RelevanceLabel.objects.filter(
        judge__kind=Judge.PERSON,
        judge__track=work.track_id,
        judge__user=work.assessor_id,
        topic=work.topic_id,
    ).values_list("details", flat=True)
    return Counter(tick for details in labels for tick in set(details.get("ticks", ())))


def left_open(review: Review) -> list[LeftOpen]:
    """Return the open points: an empty list, importance, flags."""
    at = partial(address, review.work)
    found = [] if review.parts else [EMPTY]
    unset = [part for part in review.parts if not part.importance]
    if unset:
        one, many = (
            "sub-narrative has no importance",
            "sub-narratives have no importance",
        )
        places = [Place(part.text, at(part.uuid)) for part in unset]
        found.append(counted(one, many, places))
    return found + flagged(review.threads, at)


def topics_to_review(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return a track's topics, none if it works without sub-narratives."""
    topics = track.topics.all()
    return topics if has_parts(track) else topics.none()


def has_parts(track: Track) -> bool:
    """Return whether a track works with sub-narratives."""
    return track.profile.relevance.with_subnarratives


def review_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return for each review whether it is finished, and the size of its list.

    A list is done when its reviewer finishes it: no count measures the progress.
    """
    topics = {work.topic_id for work in allocations}
    live = Count("subnarratives", filter=Q(subnarratives__retired_at=None))
    counted = Topic.objects.filter(pk__in=topics).order_by().annotate(size=live)
    touched, [rows] = yield from together(
        taken_reading(allocations), ask(counted.values_list("pk", "size"))
    )
    sizes = dict(rows)
    return {
        work.pk: _progress(
            work,
            sizes[work.topic_id],
            touched=work.pk in touched,
        )
        for work in allocations
    }


def _own_steps() -> QuerySet[SubnarrativeEdit]:
    return SubnarrativeEdit.objects.exclude(action__in=OUTSIDE)


STEPS = Steps(rows=_own_steps, by="by", topic="topic")


def _progress(work: Allocation, size: int, *, touched: bool) -> Progress:
    held = f"{size} sub-narrative{'' if size == 1 else 's'}"
    if work.finished_at:
        return Progress(1, 1, "finished", held, opened=True)
    how = "not finished yet" if touched else "not begun yet"
    return Progress(0, 1, "finished", f"{how}: {held}", opened=touched)


SCREEN = screens.register(
    Screen(
        name=KIND,
        turn=60,
        title="Sub-narratives",
        verb="Review sub-narratives",
        url_name="assess:subnarratives",
        progress=review_progress,
        topics=topics_to_review,
        exclusive=True,
        steps=STEPS,
        fits=has_parts,
    )
)


ACTS = (
    Grade("reword", "Edit", "e"),
    Grade("vital", "Vital", "v"),
    Grade("okay", "Okay", "o"),
    Grade("add", "New below", "n"),
    Grade("drop", "Drop", "x"),
)
lessons.register(
    Lesson(
        work=KIND,
        file=Path(__file__).with_name("practice.toml"),
        answers=lambda _track: ACTS,
        begun=lambda person: _own_steps().filter(by=person),
    )
)


def _spot(one: Subnarrative) -> Spot:
    return Spot(str(one.uuid), f"Sub-narrative “{one.text}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the topic's current list."""
    if page != work.topic.uuid:
        raise NotInThisWork
    return [_spot(one) for one in Subnarrative.objects.live().filter(topic=work.topic)]


def find(work: Allocation, item: str) -> Spot:
    """Return one sub-narrative of the topic, including dropped ones."""
    found = Subnarrative.objects.filter(topic=work.topic, uuid=uuid_in(item)).first()
    if found is None:
        raise NotInThisWork
    return _spot(found)


def address(work: Allocation, item: str) -> str:
    """Return the URL of the list's page, at the sub-narrative."""
    page = reverse("assess:subnarratives", args=[work.uuid])
    return f"{page}?on={uuid_in(item)}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each one's topic."""
    found = Subnarrative.objects.filter(topic__track=track, uuid__in=items)
    return {
        str(uuid): reverse("runs:topic", args=[track.uuid, topic])
        for uuid, topic in found.values_list("uuid", "topic__uuid")
    }


SPOTS = spots.register(Spots(KIND, find, on_page, address, behind, can_skip=False))
