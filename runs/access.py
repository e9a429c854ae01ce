"""Organizers see and steer the long work of their tracks."""

from collections.abc import Iterable
from uuid import UUID

from accounts.models import User
from jobs.access import add_scope_provider
from runs.models import Track


def organized_tracks(user: User) -> Iterable[UUID]:
    """Return the tracks whose jobs a person may see, cancel and retry."""
    return Track.objects.organized_by(user).values_list("uuid", flat=True)


add_scope_provider(organized_tracks)
