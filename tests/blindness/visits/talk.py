"""Flags, skips and comments on the items of some work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_talk(work: Allocation, items: Sequence[str], page: UUID) -> Iterator[Visit]:
    """Yield the requests about two items of a page, by their public names."""
    api, new = f"/api/work/{work.uuid}/threads/", f"/work/{work.uuid}/threads/new/"
    for number, kind in enumerate(("flag", "skip", "comment")):
        body = {
            "item": items[number % len(items)],
            "kind": kind,
            "reason": "broken",
            "text": "what is this",
            "key": str(named(f"talk {kind}", work.uuid)),
        }
        yield Visit("JSON", api, body)
        if kind == "comment":
            continue
        yield Visit("JSON", api, body)
        yield Visit("JSON", api, body | {"item": items[number % len(items) - 1]})
        yield Visit("JSON", api, body | {"item": str(named("nowhere"))})
        yield Visit("JSON", api, body | {"kind": "answer"})
    undone = {"item": items[0], "kind": "unskip", "key": str(named("undone", page))}
    yield Visit("JSON", api, undone)
    yield Visit("JSON", api)
    yield Visit("GET", f"{new}?on={page}")
    yield Visit("GET", f"{new}?item={named('nowhere')}")
    yield Visit("POST", f"{new}?on={page}")
    form = {"item": items[0], "kind": "comment", "text": "so", "key": str(page)}
    yield Visit("POST", f"{new}?on={page}", form)
    yield Visit("GET", "/work/threads/")


def to_read(thread: UUID) -> Iterator[Visit]:
    """Yield the requests that record that a reply was read."""
    yield Visit("GET", "/work/threads/")
    yield Visit("POST", f"/work/threads/{thread}/read/", {"back": "1"})
    yield Visit("POST", f"/work/threads/{thread}/read/")
    yield Visit("GET", "/work/threads/")
