"""Whose jobs a scope's are, and where they stand: apps above say, knowing tracks."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import User


class Place(NamedTuple):
    """The pages among which a scope's jobs stand.

    `tabs` is a template; it is given `track` and the tab's name.
    """

    scope: UUID
    title: str
    url: str
    tabs: str
    track: Any


ScopeProvider = Callable[[User], Iterable[UUID]]
PlaceFinder = Callable[[UUID], Place | None]

_providers: list[ScopeProvider] = []
_finders: list[PlaceFinder] = []


def add_scope_provider(provider: ScopeProvider) -> None:
    """Register a function that lists the scopes whose jobs a user may see and steer."""
    if provider not in _providers:
        _providers.append(provider)


def scopes_for(user: User) -> set[UUID]:
    """Return the scopes that any provider grants; empty when none is registered."""
    return {scope for provider in _providers for scope in provider(user)}


def add_place_finder(finder: PlaceFinder) -> None:
    """Register a function that finds the pages around a scope's jobs."""
    if finder not in _finders:
        _finders.append(finder)


def place_of(scope: UUID | None, user: User) -> Place | None:
    """Return where a scope's jobs stand, None where the user may not go there."""
    if scope is None or scope not in scopes_for(user):
        return None
    return next(filter(None, (find(scope) for find in _finders)), None)
