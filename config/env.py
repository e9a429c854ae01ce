"""Readers of environment variables; their errors say what to set."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


class Env:
    """The settings from the environment.

    Every reader raises ImproperlyConfigured with a sentence that names the variable.
    """

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values = os.environ if values is None else values

    def text(self, name: str, default: str = "") -> str:
        """Return the variable without surrounding white space; empty is unset."""
        return self.values.get(name, "").strip() or default

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

    def choice(self, name: str, known: Collection[str], *, default: str) -> str:
        """Return one of the known words."""
        value = self.text(name, default)
        if value not in known:
            raise ImproperlyConfigured(f"{name} is {value!r}: write {_either(known)}.")
        return value

    def words(self, name: str) -> list[str]:
        """Return the comma-separated values, without empty ones."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def url(self, name: str, default: str, *, schemes: Collection[str]) -> str:
        """Return a URL with one of these schemes; errors never contain its value."""
        value = self.text(name) or default
        if value.partition("://")[0] not in schemes or "://" not in value:
            known = " or ".join(f"{scheme}://" for scheme in schemes)
            raise ImproperlyConfigured(f"{name} does not begin with {known}")
        return value

    def required(self, name: str, why: str) -> str:
        """Return the variable; if it is empty, raise with the reason it is needed."""
        value = self.text(name)
        if not value:
            raise ImproperlyConfigured(f"Set {name}: {why}")
        return value


def _either(known: Collection[str]) -> str:
    *first, last = known
    return f"{', '.join(first)} or {last}"


def make_folder(path: Path) -> None:
    """Create the database's folder if it is missing, readable by its owner only."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {path} cannot be made ({error.strerror}): "
            "set ASSAY_VAR to another, or DATABASE_URL to a PostgreSQL server."
        ) from None


def postgres_options(**values: str) -> str:
    """Return settings of a PostgreSQL session in the form of its `options`."""
    return " ".join(f"-c {name}={value}" for name, value in values.items())
