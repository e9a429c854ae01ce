"""What a person can change about themselves, and how an account gets a password."""

from datetime import datetime
from typing import TypedDict

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.crypto import get_random_string

from accounts.models import AccountChange, User

# Without letters and digits that are easily taken for each other.
PASSWORD_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # noqa: S105 - an alphabet
PASSWORD_LENGTH = 20


class SignsInAlready(Exception):
    """The account is active and has a password, which nobody else may replace."""


class Shortcuts(TypedDict):
    """The keyboard of one person: all keys off, or some of them moved."""

    off: bool
    map: dict[str, str]


class Preferences(TypedDict):
    """How one person's pages look, and go on."""

    theme: str
    size: str
    measure: str
    stay: bool


class Reading(TypedDict, total=False):
    """What one person marks in texts, and how they read answers.

    terms: words and phrases with commas between. answer: markdown or plain. topic,
    item: whether the words of the topic and of the item in front are marked.
    """

    terms: str
    answer: str
    topic: bool
    item: bool


def save_preferences(user: User, preferences: Preferences, *, timezone: str) -> None:
    """Keep a person's preferences and zone; what else is stored there stays."""
    user.preferences = {**user.preferences, **preferences}
    user.timezone = timezone
    user.save(update_fields=["preferences", "timezone"])


def save_shortcuts(user: User, shortcuts: Shortcuts) -> None:
    """Keep a person's keyboard."""
    _keep(user, "shortcuts", {**shortcuts})


def save_reading(user: User, reading: Reading) -> None:
    """Keep what was given of a person's reading; the rest of it stays."""
    _keep(user, "reading", {**reading})


@transaction.atomic
def _keep(user: User, name: str, values: dict[str, object]) -> None:
    """Put values into one of a person's preferences; two windows lose nothing."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    kept = {**locked.preferences.get(name, {}), **values}
    user.preferences = {**locked.preferences, name: kept}
    user.save(update_fields=["preferences"])


def activate(user: User, *, by: User | None, now: datetime) -> str:
    """Activate an account that cannot sign in; return the password made for it.

    Raise SignsInAlready where it can, or where somebody else activated it since `user`
    was read. by: None for a command on the server.
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
    """Note that somebody gave an account its first password."""
    return AccountChange.objects.create(user=user, action=action, by=by, at=now)
