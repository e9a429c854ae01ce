"""Who may see and control the jobs of a scope; apps above register their rules."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import User


class Place(NamedTuple):
    """The pages that surround a scope's jobs.

    `tabs` is a template; it gets `track` and the tab's name.
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
    """Register a function that lists the scopes whose jobs a user may control."""
    if provider not in _providers:
        _providers.append(provider)


def scopes_for(user: User) -> set[UUID]:
    """Return the scopes that any provider grants; empty if none is registered."""
    return {scope for provider in _providers for scope in provider(user)}


def add_place_finder(finder: PlaceFinder) -> None:
    """Register a function that finds the pages around a scope's jobs."""
    if finder not in _finders:
        _finders.append(finder)


def place_of(scope: UUID | None, user: User) -> Place | None:
    """Return the pages around a scope's jobs, None if the user may not see them."""
    if scope is None or scope not in scopes_for(user):
        return None
    return next(filter(None, (find(scope) for find in _finders)), None)
