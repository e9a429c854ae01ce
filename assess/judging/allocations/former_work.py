"""Work that a person no longer has: its state, without the name of its new assessor."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import User
from assess.judging.models import Allocation

NOT_YOURS = "This work is not yours: it may have been taken back."


class Lost(NamedTuple):
    """Work that went back to its queue, and whether somebody else has it now."""

    work: Allocation
    is_taken: bool

    def __str__(self) -> str:
        at = localtime(self.work.released_at)
        day = f"{date_format(at, 'j M')}, {date_format(at, 'H:i')}"
        now = "somebody else has it" if self.is_taken else "it is free there"
        return f"This work went back to the queue on {day}, and {now}."


def find_lost(person: User, allocation: UUID) -> Lost | None:
    """Return the state of work that a person once had from a queue; else None."""
    gone = Allocation.objects.filter(
        assessor=person, uuid=allocation, released_at__isnull=False
    )
    work = gone.filter(slot__isnull=False).select_related("track", "topic").first()
    if work is None:
        return None
    others = Allocation.objects.filter(slot=work.slot_id, released_at=None)
    return Lost(work, others.exclude(assessor=person).exists())


def why_not_yours(person: User, allocation: UUID) -> str:
    """Return why a person cannot do some work."""
    lost = find_lost(person, allocation)
    return str(lost) if lost else NOT_YOURS
