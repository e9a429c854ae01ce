"""Readers of the environment that fail with a sentence saying what to set."""

import os
from collections.abc import Collection, Mapping

from django.core.exceptions import ImproperlyConfigured


class Env:
    """The settings that the environment gives.

    Every reader raises ImproperlyConfigured with a sentence that names the variable.
    """

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values = os.environ if values is None else values

    def text(self, name: str, default: str = "") -> str:
        """Return the variable without surrounding white space."""
        return self.values.get(name, default).strip()

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a switch written 1/0, true/false, yes/no or on/off."""
        raw = self.text(name).lower()
        if not raw:
            return default
        if raw in {"1", "true", "yes", "on"}:
            return True
        if raw in {"0", "false", "no", "off"}:
            return False
        raise ImproperlyConfigured(f"{name} is {raw!r}: write true or false.")

    def number(self, name: str, *, default: float, least: float = 0) -> float:
        """Return a number that is at least `least`."""
        raw = self.text(name)
        if not raw:
            return default
        try:
            value = float(raw)
        except ValueError:
            raise ImproperlyConfigured(f"{name} is {raw!r}: write a number.") from None
        if not least <= value < float("inf"):
            raise ImproperlyConfigured(f"{name} is {raw}: write {least:g} or more.")
        return value

    def words(self, name: str) -> list[str]:
        """Return the comma-separated values, without empty ones."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def url(self, name: str, default: str, *, schemes: Collection[str]) -> str:
        """Return an address of one of these schemes; what it holds is never told."""
        value = self.text(name) or default
        if value.partition("://")[0] not in schemes or "://" not in value:
            known = " or ".join(f"{scheme}://" for scheme in schemes)
            raise ImproperlyConfigured(f"{name} does not begin with {known}")
        return value

    def required(self, name: str, why: str) -> str:
        """Return the variable; refuse an empty one with the reason it is needed."""
        value = self.text(name)
        if not value:
            raise ImproperlyConfigured(f"Set {name}: {why}")
        return value
