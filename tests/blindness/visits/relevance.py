"""Relevance: grades with ticks, notes and highlights."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_grade(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the relevance screen."""
    base, api = f"/work/{work.uuid}/relevance/", f"/api/work/{work.uuid}/relevance/"
    yield Visit("GET", base)
    for name in ("passage", "segment 2", "segment 3", "test item"):
        segment = str(named(name))
        page = f"{base}{segment}/"
        yield Visit("GET", page)
        body = {
            "segment": segment,
            "key": str(named(f"grade {name}", work.uuid)),
            "value": "2",
            "ticks": [str(named("part"))],
            "seen": 0,
        }
        yield Visit("JSON", api, body)
        if name.startswith("segment"):
            continue
        yield Visit("JSON", api, body)
        late = body | {"key": str(named(f"late {name}", work.uuid))}
        yield Visit("JSON", api, late)
        yield Visit("JSON", api, late | {"seen": 1, "highlights": [[0, 4]]})
        yield Visit("JSON", api, late | {"seen": 2, "highlights": [[0, 9999]]})
        form = body | {"key": str(named(f"form {name}", work.uuid))}
        yield Visit("POST", f"{page}label/", form | {"value": "9"})
        yield Visit("POST", f"{page}label/", form)
        yield Visit("POST", f"{page}label/", form | {"seen": 2, "note": "mine"})
        yield Visit("GET", page)
        yield Visit("GET", base)
    yield Visit("GET", f"{base}recent/")
    yield Visit("JSON", api)
    yield Visit("JSON", api, body | {"segment": str(named("nowhere"))})
    yield Visit("GET", f"{base}{named('nowhere')}/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", base)
