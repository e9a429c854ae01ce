"""The review of sub-narratives among the kinds of work."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Q, QuerySet

from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, Steps, register
from assess.judging.work.steps import steps_taken
from assess.kinds.subnarratives.review import KIND
from runs.actions.subnarratives import OUTSIDE
from runs.models import SubnarrativeEdit, Topic, Track


def topics_to_review(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return a track's topics, none where it works without sub-narratives."""
    topics = track.topics.all()
    return topics if has_parts(track) else topics.none()


def has_parts(track: Track) -> bool:
    """Say whether a track works with sub-narratives."""
    return track.profile.relevance.with_subnarratives


def review_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return for each review whether it is finished, and what the list holds.

    A list is done when its reviewer says so: no count tells how far they are.
    """
    topics = {work.topic_id for work in allocations}
    touched = steps_taken(STEPS, allocations)
    live = Count("subnarratives", filter=Q(subnarratives__retired_at=None))
    sizes = dict(
        Topic.objects.filter(pk__in=topics)
        .order_by()
        .annotate(size=live)
        .values_list("pk", "size")
    )
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


SCREEN = register(
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
