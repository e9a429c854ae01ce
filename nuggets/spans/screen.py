"""Span nuggets among the kinds of work."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.screens import Screen, register
from nuggets.editing.progress import EDITS, editing_progress
from nuggets.editing.screen import edited_banks
from runs.models import Topic, Track


def topics_with_lists(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that a bank has a list for, finished or not."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()


def fits(track: Track) -> bool:
    """Say whether a track has a use for it: of conversations, or handed out before."""
    handed_out = track.allocations.filter(kind="spans")
    return track.profile.topics == "conversations" or handed_out.exists()


SPANS_SCREEN = register(
    Screen(
        name="spans",
        title="Span nuggets",
        verb="Mark nuggets",
        url_name="nuggets:spans",
        progress=editing_progress,
        topics=topics_with_lists,
        fits=fits,
        subjects=edited_banks,
        exclusive=True,
        steps=EDITS,
    )
)
