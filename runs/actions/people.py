"""Activate the accounts of people who came with an archive."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import ForeignObjectRel

from accounts.actions import activate
from accounts.models import User
from runs.models import Membership, Track


class AskASuperuser(Exception):
    """No organizer may activate this account; the message says why."""


def activate_member(member: Membership, *, by: User, now: datetime) -> str:
    """Activate a member's account and return its first password, as `activate` does.

    An organizer may do so if an archive created the account and if the organizer runs
    every track that refers to the person. Raise AskASuperuser otherwise. A superuser
    may activate anybody.
    """
    user = member.user
    if not by.is_superuser and not user.can_sign_in:
        _check_only_ours(user, by)
    return activate(user, by=by, now=now)


def _check_only_ours(user: User, organizer: User) -> None:
    if not user.came_with_an_archive:
        raise AskASuperuser(f"The account of {user} is disabled: ask a superuser.")
    own = Track.objects.organized_by(organizer).values_list("pk", flat=True)
    if user.is_superuser or user.is_staff or tracks_naming(user) - set(own):
        raise AskASuperuser(
            f"{user} belongs to other tracks too: ask a superuser to activate the "
            "account."
        )


def tracks_naming(user: User) -> set[int]:
    """Return the tracks in which some row refers to a person (row numbers)."""
    found: set[int] = set()
    for relation in User._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if isinstance(relation, ForeignObjectRel) and _has_track(relation):
            model: Any = relation.related_model
            rows = model._base_manager.filter(**{relation.field.name: user})  # noqa: SLF001
            found |= set(rows.order_by().values_list("track", flat=True).distinct())
    return found


def _has_track(relation: ForeignObjectRel) -> bool:
    model: Any = relation.related_model
    return any(column.name == "track" for column in model._meta.fields)  # noqa: SLF001
