"""Adjudication: each kind's disputed item settled, also late and wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID, uuid5

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit

PARTS = {
    "relevance": ("topic", "passage"),
    "support": ("citation 0 0",),
    "ptkb": ("14_2", "I sail."),
    "assignment": ("fresh water floats", "response 0"),
    "exam": ("question 0", "exam passage"),
}
VALUES = {
    "relevance": ("2", "0"),
    "support": ("full_support", "no_support"),
    "ptkb": ("relevant", "not_relevant"),
    "assignment": ("support", "not_support"),
    "exam": ("5", "0"),
}


def item_of(kind: str) -> tuple[UUID, str]:
    """Return the public id of the one disputed item of a kind, and its name."""
    parts = [named(part) for part in PARTS[kind]]
    name = ":".join(map(str, parts))
    return uuid5(parts[0], name), name


def to_settle(work: Allocation, kind: str) -> Iterator[Visit]:
    """Yield the requests of the screen of one kind's disagreements."""
    below = f"disputed_{kind}/"
    base, api = f"/work/{work.uuid}/{below}", f"/api/work/{work.uuid}/{below}"
    item, name = item_of(kind)
    page = f"{base}{item}/"
    yield Visit("GET", base)
    yield Visit("GET", page)
    body = {"item": str(item), "value": VALUES[kind][0], "note": "Why.", "seen": 0}
    body["key"] = str(named(f"settle {kind}", work.uuid))
    yield Visit("JSON", api, body)
    yield Visit("JSON", api, body)
    late = body | {"key": str(named(f"late {kind}", work.uuid))}
    yield Visit("JSON", api, late)
    yield Visit("JSON", api, late | {"seen": 1, "value": ""})
    yield Visit("JSON", api, late | {"item": str(named("nowhere"))})
    yield Visit("JSON", api)
    form = body | {"key": str(named(f"form {kind}", work.uuid)), "seen": 2}
    yield Visit("POST", f"{page}label/", form)
    yield Visit("POST", f"{page}label/", form | {"value": "perhaps"})
    yield Visit("GET", f"{base}{named('nowhere')}/")
    yield Visit("GET", page)
    yield Visit("GET", f"{base}recent/")
    yield Visit("GET", f"/work/{work.uuid}/threads/new/?item={name}")
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", base)
