"""Sentences that cite nothing: whether each needs a citation."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_need(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the screen of uncited sentences."""
    base, api = f"/work/{work.uuid}/need/", f"/api/work/{work.uuid}/need/"
    page = f"{base}{named('response 0')}/"
    yield Visit("GET", base)
    yield Visit("GET", page)
    yield Visit("GET", f"{base}{named('response 1')}/")
    body = {
        "sentence": str(named("uncited")),
        "key": str(named("need", work.uuid)),
        "value": "citation_needed",
        "seen": 0,
    }
    yield Visit("JSON", api, body)
    yield Visit("JSON", api, body)
    late = body | {"key": str(named("late need", work.uuid))}
    yield Visit("JSON", api, late)
    yield Visit("POST", f"{page}label/", late)
    yield Visit("POST", f"{page}label/", late | {"seen": 1})
    yield Visit("POST", f"{page}label/", body | {"value": "perhaps"})
    yield Visit("POST", f"{base}finish/")
    yield Visit("JSON", api)
    yield Visit("GET", f"{base}recent/")
    yield Visit("GET", base)
