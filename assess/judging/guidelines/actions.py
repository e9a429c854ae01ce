"""Write guidelines, one version after the other, and say who has read them."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from assess.judging.models import Guideline
from runs.models import Track


class StaleGuideline(Exception):
    """Somebody wrote a version since this one was begun."""


def write_guideline(
    track: Track, kind: str, text: str, *, seen: int, by: User, now: datetime
) -> Guideline:
    """Write the version after the one that was seen, 0 for none; return it.

    The same text again makes no version. Raise StaleGuideline where there is a newer
    one than the seen.
    """
    versions = Guideline.objects.filter(track=track, kind=kind)
    latest = versions.order_by("-number").first()
    if (latest.number if latest else 0) != seen:
        raise StaleGuideline
    if latest and latest.text == text:
        return latest
    try:
        with transaction.atomic():
            return Guideline.objects.create(
                track=track, kind=kind, number=seen + 1, text=text, by=by, at=now
            )
    except IntegrityError:
        raise StaleGuideline from None


def mark_read(guideline: Guideline, person: User) -> None:
    """Keep that a person has read a version; again changes nothing."""
    guideline.readers.add(person)
