"""Changes that people make to their own account, and passwords for new accounts."""

from datetime import datetime
from typing import TypedDict

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.crypto import get_random_string

from accounts.models import AccountChange, User

# Letters and digits that are easily confused (l, 1, O, 0) are missing.
PASSWORD_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # noqa: S105 - an alphabet
PASSWORD_LENGTH = 20


class SignsInAlready(Exception):
    """The account is active and has a password, which nobody else may replace."""


class Shortcuts(TypedDict):
    """The keyboard settings of one person: all keys off, or some keys moved."""

    off: bool
    map: dict[str, str]


class Preferences(TypedDict):
    """The display preferences of one person."""

    theme: str
    size: str
    measure: str
    stay: bool


class Reading(TypedDict, total=False):
    """What one person highlights in texts, and how they read responses.

    terms: words and phrases separated by commas. answer: markdown or plain. topic,
    item: whether the words of the topic and of the current item are highlighted. foot:
    whether the foot of judging screens shows all keys.
    """

    terms: str
    answer: str
    topic: bool
    item: bool
    foot: bool


def save_preferences(user: User, preferences: Preferences, *, timezone: str) -> None:
    """Save a person's preferences and time zone; leave other settings unchanged."""
    user.preferences = {**user.preferences, **preferences}
    user.timezone = timezone
    user.save(update_fields=["preferences", "timezone"])


def save_shortcuts(user: User, shortcuts: Shortcuts) -> None:
    """Save a person's keyboard settings."""
    _keep(user, "shortcuts", {**shortcuts})


def save_reading(user: User, reading: Reading) -> None:
    """Save the given reading settings of a person; leave the others unchanged."""
    _keep(user, "reading", {**reading})


@transaction.atomic
def _keep(user: User, name: str, values: dict[str, object]) -> None:
    """Merge values into one group of a person's settings, under a row lock.

    The lock makes sure that two windows of one person do not overwrite each other.
    """
    locked = User.objects.select_for_update().get(pk=user.pk)
    kept = {**locked.preferences.get(name, {}), **values}
    user.preferences = {**locked.preferences, name: kept}
    user.save(update_fields=["preferences"])


def activate(user: User, *, by: User | None, now: datetime) -> str:
    """Activate an account that cannot sign in; return its new password.

    Raise SignsInAlready if the account can sign in, or if somebody else activated it
    after `user` was read. by: None for a command on the server.
    """
    if user.can_sign_in:
        raise SignsInAlready(f"{user} can sign in already.")
    password = get_random_string(PASSWORD_LENGTH, PASSWORD_LETTERS)
    as_read = User.objects.filter(
        pk=user.pk, is_active=user.is_active, password=user.password
    )
    with transaction.atomic():
        if not as_read.update(is_active=True, password=make_password(password)):
            raise SignsInAlready(f"Somebody else has just activated {user}.")
        record_change(user, AccountChange.ACTIVATED, by=by, now=now)
    return password


def record_change(
    user: User, action: str, *, by: User | None, now: datetime
) -> AccountChange:
    """Record that somebody gave an account its first password."""
    return AccountChange.objects.create(user=user, action=action, by=by, at=now)
