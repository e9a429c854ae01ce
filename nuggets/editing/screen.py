"""Post-editing among the kinds of work."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from assess.judging.screens import Screen, register
from nuggets.banks.subjects import edited_banks_of
from nuggets.editing.progress import EDITS, editing_progress
from runs.models import Topic, Track


def topics_to_edit(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that an edited bank, or the draft it came from, has."""
    own = Q(bank_versions__bank__uuid=bank)
    drafted = Q(bank_versions__bank__children__uuid=bank)
    return Topic.objects.filter(own | drafted, track=track).distinct()


NUGGETS_SCREEN = register(
    Screen(
        name="nuggets",
        turn=30,
        title="Nugget editing",
        verb="Edit nuggets",
        url_name="nuggets:edit",
        progress=editing_progress,
        topics=topics_to_edit,
        subjects=edited_banks_of,
        exclusive=True,
        steps=EDITS,
    )
)
