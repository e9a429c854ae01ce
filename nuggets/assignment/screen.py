"""Assignment among the kinds of work."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.screens import Screen, Subject, register
from nuggets.assignment.progress import assignment_progress
from nuggets.models import Bank
from runs.models import Topic, Track


def banks(track: Track) -> list[Subject]:
    """Return the banks that work can be over."""
    found = Bank.objects.visible().filter(track=track).values_list("uuid", "name")
    return [Subject(str(uuid), name) for uuid, name in found]


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that a bank has nuggets for, frozen or still being edited."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()


ASSIGNMENT_SCREEN = register(
    Screen(
        name="assignment",
        title="Assignment",
        verb="Label responses",
        url_name="nuggets:assign",
        progress=assignment_progress,
        topics=topics_of_bank,
        subjects=banks,
    )
)
