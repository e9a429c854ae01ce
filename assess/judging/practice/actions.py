"""Practising some work, and whether that comes before the first work."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists

from accounts.models import User
from assess.judging.models import Practice
from assess.judging.practice.lessons import lesson_of


def is_due(work: str, person: User) -> bool:
    """Return whether a person neither practised nor did such work, in one query."""
    lesson = lesson_of(work)
    if lesson is None:
        return False
    practised = Practice.objects.filter(person=person, work=work)
    begun = lesson.begun(person)
    known = User.objects.filter(Exists(practised) | Exists(begun), pk=person.pk)
    return not known.exists()


def end_practice(work: str, person: User, *, skipped: bool, now: datetime) -> None:
    """Record that a person practised; a second time changes nothing."""
    Practice.objects.get_or_create(
        person=person, work=work, defaults={"skipped": skipped, "at": now}
    )
