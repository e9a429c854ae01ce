"""What a person can change about themselves."""

from typing import TypedDict

from django.db import transaction

from accounts.models import User


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
