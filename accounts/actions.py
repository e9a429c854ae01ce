"""What a person can change about themselves."""

from typing import TypedDict

from accounts.models import User


class Shortcuts(TypedDict):
    """The keyboard of one person: all keys off, or some of them moved."""

    off: bool
    map: dict[str, str]


class Preferences(TypedDict):
    """How one person reads and types."""

    theme: str
    size: str
    measure: str
    stay: bool
    shortcuts: Shortcuts


def save_preferences(user: User, preferences: Preferences, *, timezone: str) -> None:
    """Keep a person's preferences and zone; what else is stored there stays."""
    user.preferences = {**user.preferences, **preferences}
    user.timezone = timezone
    user.save(update_fields=["preferences", "timezone"])
