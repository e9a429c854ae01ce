"""Support: three labels of each citation."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_support(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the support screen, by either protocol."""
    base, api = f"/work/{work.uuid}/support/", f"/api/work/{work.uuid}/support/"
    yield Visit("GET", base)
    for place in range(3):
        page = f"{base}{named(f'response {place}')}/"
        yield Visit("GET", page)
        for number in range(2):
            body = {
                "citation": str(named(f"citation {place} {number}")),
                "key": str(named(f"support {place} {number}", work.uuid)),
                "value": "partial_support",
                "seen": 0,
            }
            yield Visit("JSON", api, body)
            if place:
                continue
            yield Visit("JSON", api, body)
            late = body | {"key": str(named(f"late {place} {number}", work.uuid))}
            yield Visit("JSON", api, late)
            yield Visit("POST", f"{page}label/", late)
            yield Visit("POST", f"{page}label/", late | {"seen": 1})
            yield Visit("POST", f"{page}label/", body | {"value": "perhaps"})
        yield Visit("GET", page)
    yield Visit("JSON", api)
    yield Visit("JSON", api, body | {"citation": str(named("nowhere"))})
    yield Visit("GET", f"{base}recent/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", base)
