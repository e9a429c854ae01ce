"""The review of a topic's sub-narratives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit

STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("vital", {}),
    ("reword", {"text": "ice and salt", "box": "reword"}),
    ("add", {"text": "who pays", "box": "add"}),
    ("add", {"text": "Who pays", "box": "add"}),
    ("drop", {"box": "drop"}),
    ("undo", {}),
    ("nonsense", {}),
)


def to_review(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the review."""
    base = f"/work/{work.uuid}/subnarratives/"
    api, part = f"/api{base}", str(named("part"))
    yield Visit("GET", base)
    for number, (action, more) in enumerate(STEPS):
        seen = work.topic.subnarrative_edits.count()
        body = {"action": action, "on": part, "seen": seen, **more}
        for method, address in (("JSON", api), ("JSON", api), ("POST", f"{base}step/")):
            key = str(named(f"review {number} {method}", work.uuid))
            yield Visit(method, address, body | {"key": key})  # a form comes late
        yield Visit("GET", api)
    newest = work.topic.subnarrative_edits.count()
    body = {"action": "okay", "on": part, "key": str(named("in time", work.uuid))}
    yield Visit("POST", f"{base}step/", body | {"seen": newest})
    yield Visit("JSON", api)
    yield Visit("GET", f"{base}?box=drop&on={part}")
    yield Visit("GET", f"{base}finish/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("POST", f"{base}finish/", {"seen": 99})
    newest = work.topic.subnarrative_edits.count()
    yield Visit("POST", f"{base}finish/", {"seen": newest})
    yield Visit("GET", base)
    yield Visit("POST", f"{base}reopen/")
    yield Visit("GET", base)
