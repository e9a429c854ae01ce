"""PTKB statements: whether each is relevant to a turn."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_state(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the statements' screen."""
    base, api = f"/work/{work.uuid}/ptkb/", f"/api/work/{work.uuid}/ptkb/"
    page = f"{base}{named('14_2')}/"
    yield Visit("GET", base)
    yield Visit("GET", page)
    yield Visit("GET", f"{base}{named('14_1')}/")
    for text in ("I sail.", "I hate the cold."):
        body = {
            "statement": str(named(text)),
            "key": str(named(f"state {text}", work.uuid)),
            "value": "relevant",
            "seen": 0,
        }
        yield Visit("JSON", api, body)
        if text != "I sail.":
            continue
        yield Visit("JSON", api, body)
        late = body | {"key": str(named(f"late {text}", work.uuid))}
        yield Visit("JSON", api, late)
        yield Visit("POST", f"{page}label/", late)
        yield Visit("POST", f"{page}label/", late | {"seen": 1})
        yield Visit("POST", f"{page}label/", body | {"value": "perhaps"})
        yield Visit("POST", f"{base}finish/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("JSON", api)
    yield Visit("GET", f"{base}recent/")
    yield Visit("GET", base)
