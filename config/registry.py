"""A registry of things by name: kinds of label, screens, exporters, jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Taken(ValueError):
    """Something else is registered under that name."""


class Registry(Generic[T]):
    """Registered things, each found by its name.

    `what` is the word for one of them in errors. `order` sorts them; by default they
    are in the order of registration. `unknown` is the exception that `get` raises.
    """

    def __init__(
        self,
        what: str,
        *,
        name: str = "name",
        order: Callable[[T], Any] | None = None,
        unknown: type[LookupError] = LookupError,
    ) -> None:
        self.what = what
        self._name = attrgetter(name)
        self._order = order
        self._unknown = unknown
        self._things: dict[str, T] = {}

    def register(self, thing: T) -> T:
        """Add a thing and return it; raise Taken if its name belongs to another one."""
        name = self._name(thing)
        if self._things.setdefault(name, thing) != thing:
            raise Taken(f"There is a {self.what} {name!r} already.")
        return thing

    def get(self, name: str) -> T:
        """Return a thing by name; raise `unknown` with the names that exist."""
        try:
            return self._things[name]
        except KeyError:
            known = ", ".join(self.names())
            message = f"unknown {self.what} {name!r}: use one of {known}"
            raise self._unknown(message) from None

    def all(self) -> tuple[T, ...]:
        """Return every thing, in order."""
        things = self._things.values()
        return tuple(sorted(things, key=self._order) if self._order else things)

    def names(self) -> tuple[str, ...]:
        """Return every name, in the things' order."""
        return tuple(self._name(thing) for thing in self.all())

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[T]:
        return iter(self.all())
