"""Relevance in the registry of screens."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from assess.judging.screens import Screen, register
from assess.kinds.relevance.progress import relevance_progress
from runs.models import RankedList, Response, Topic, Track


def topics_with_runs(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics that a run answers or ranks segments for."""
    answers = Response.objects.visible().filter(topic=OuterRef("pk"))
    lists = RankedList.objects.visible().filter(topic=OuterRef("pk"))
    return Topic.objects.filter(Exists(answers) | Exists(lists), track=track)


RELEVANCE_SCREEN = register(
    Screen(
        name="relevance",
        turn=50,
        title="Relevance",
        verb="Grade segments",
        url_name="assess:relevance",
        progress=relevance_progress,
        topics=topics_with_runs,
    )
)
