"""Matching: whether a response captures a nugget."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.hidden_rows import MATCHED
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_match(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the matching screen, to the end of the batch."""
    base, api = f"/work/{work.uuid}/match/", f"/api/work/{work.uuid}/match/"
    yield Visit("GET", base)
    for place, text in enumerate(MATCHED):
        page = f"{base}{named(f'pair {place}')}/"
        yield Visit("GET", page)
        body = {
            "response": str(named("response 0")),
            "nugget": str(named(text)),
            "key": str(named(f"match {place}", work.uuid)),
            "value": "yes",
            "seen": 0,
        }
        yield Visit("JSON", api, body)
        yield Visit("JSON", api, body)
        late = body | {"key": str(named(f"late match {place}", work.uuid))}
        yield Visit("JSON", api, late)
        yield Visit("POST", f"{page}label/", late | {"seen": 1, "value": "no"})
        yield Visit("POST", f"{page}label/", late | {"value": "perhaps"})
        yield Visit("POST", f"{base}finish/")
    other = {"response": str(named("response 1")), "nugget": str(named(MATCHED[0]))}
    yield Visit("JSON", api, other | {"key": str(named("other")), "value": "yes"})
    yield Visit("JSON", api)
    yield Visit("GET", f"{base}recent/")
    yield Visit("GET", base)
    yield Visit("GET", "/")
