"""Requests without a type of work: the inbox, queues, guidelines, preferences."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.visit_records import Visit
from tests.blindness.world import World

PREFERENCES = {"timezone": "UTC", "theme": "dark", "size": "large", "measure": "wide"}


def to_begin(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the inbox and of one piece of work's URLs."""
    yield Visit("GET", "/")
    yield Visit("GET", f"/work/{work.uuid}/")
    yield Visit("GET", f"/work/{work.uuid}/guidelines/")
    yield Visit("POST", f"/work/{work.uuid}/guidelines/")
    yield Visit("GET", f"/work/{work.uuid}/guidelines/")
    yield Visit("POST", f"/work/{work.uuid}/put-back/")
    yield Visit("GET", "/")


def to_take(world: World) -> Iterator[Visit]:
    """Yield the requests of shared queues: existing and missing work, putting back."""
    track, taken = world.track.uuid, world.works["taken"].uuid
    yield Visit("GET", "/")
    yield Visit("GET", f"/work/{taken}/relevance/")
    yield Visit("POST", f"/work/{taken}/put-back/")
    yield Visit("POST", f"/work/{taken}/put-back/")
    yield Visit("GET", f"/work/{taken}/relevance/")
    yield Visit("JSON", f"/api/work/{taken}/relevance/")
    yield Visit("GET", "/")
    for kind in ("relevance", "relevance", "support", "nonsense"):
        yield Visit("POST", f"/work/take/{track}/{kind}/")
    yield Visit("GET", "/")


def to_prefer() -> Iterator[Visit]:
    """Yield the requests of a person's own pages; the last one signs out."""
    yield Visit("GET", "/accounts/preferences/")
    yield Visit("POST", "/accounts/preferences/", PREFERENCES)
    yield Visit("POST", "/accounts/preferences/", PREFERENCES | {"theme": "blue"})
    yield Visit("GET", "/accounts/password/")
    yield Visit("POST", "/accounts/password/", {"old_password": "wrong"})
    yield Visit("GET", "/accounts/csrf/")
    yield Visit("GET", "/accounts/sign-in/")
    yield Visit("GET", "/accounts/sign-in/again/?name=bea")
    wrong = {"username": "bea", "password": "wrong"}
    yield Visit("POST", "/accounts/sign-in/again/", wrong)
    yield Visit("POST", "/accounts/sign-out/")
    yield Visit("GET", "/")
    yield Visit("POST", "/accounts/sign-in/", wrong)
