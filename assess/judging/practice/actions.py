"""Practising some work, and whether that comes before the first work."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists

from accounts.models import User
from assess.judging.models import Practice
from assess.judging.work.desk import Desk


def is_due(desk: Desk, person: User) -> bool:
    """Return whether a person has neither practised nor labelled, in one query."""
    if not desk.practice:
        return False
    practised = Practice.objects.filter(person=person, work=desk.work)
    labels = desk.kind.model.objects.filter(judge__user=person)
    known = User.objects.filter(Exists(practised) | Exists(labels), pk=person.pk)
    return not known.exists()


def end_practice(desk: Desk, person: User, *, skipped: bool, now: datetime) -> None:
    """Record that a person practised; a second time changes nothing."""
    Practice.objects.get_or_create(
        person=person, work=desk.work, defaults={"skipped": skipped, "at": now}
    )
