"""Banks as what work can be over, and the topics of one."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.screens import Subject
from nuggets.models import Bank
from runs.models import Topic, Track


def banks_of(track: Track) -> list[Subject]:
    """Return the banks of a track, drafts and imports too."""
    found = Bank.objects.visible().filter(track=track).values_list("uuid", "name")
    return [Subject(str(uuid), name) for uuid, name in found]


def edited_banks_of(track: Track) -> list[Subject]:
    """Return the banks that are made to be edited."""
    found = Bank.objects.visible().filter(track=track, origin=Bank.EDITED)
    return [
        Subject(str(uuid), name) for uuid, name in found.values_list("uuid", "name")
    ]


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that a bank has a list for, frozen or still being edited."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()
