"""Who may see a scope's jobs: apps above say it, since this one knows no tracks."""

from collections.abc import Callable, Iterable
from uuid import UUID

from accounts.models import User

ScopeProvider = Callable[[User], Iterable[UUID]]

_providers: list[ScopeProvider] = []


def add_scope_provider(provider: ScopeProvider) -> None:
    """Register a function that lists the scopes whose jobs a user may see and steer."""
    if provider not in _providers:
        _providers.append(provider)


def scopes_for(user: User) -> set[UUID]:
    """Return the scopes that any provider grants; empty when none is registered."""
    return {scope for provider in _providers for scope in provider(user)}
