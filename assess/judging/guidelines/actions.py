"""Write new versions of guidelines, and record who has read them."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from assess.judging.models import Guideline
from runs.models import Track


class StaleGuideline(Exception):
    """Somebody has saved a newer version since the person opened the form."""


def write_guideline(
    track: Track, work: str, text: str, *, seen: int, by: User, now: datetime
) -> Guideline:
    """Save the version after the one that was seen, 0 for none; return it.

    An unchanged text creates no version. Raise StaleGuideline if there is a newer
    version than the seen one.
    """
    versions = Guideline.objects.filter(track=track, work=work)
    latest = versions.order_by("-number").first()
    if (latest.number if latest else 0) != seen:
        raise StaleGuideline
    if latest and latest.text == text:
        return latest
    try:
        with transaction.atomic():
            return Guideline.objects.create(
                track=track, work=work, number=seen + 1, text=text, by=by, at=now
            )
    except IntegrityError:
        raise StaleGuideline from None


def mark_read(guideline: Guideline, person: User) -> None:
    """Record that a person has read a version; a second time changes nothing."""
    guideline.readers.add(person)
