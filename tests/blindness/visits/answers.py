"""Gold answers: the text, what it covers and what it used."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_answer(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the screen of gold answers."""
    base, api = f"/work/{work.uuid}/answer/", f"/api/work/{work.uuid}/answers/"
    passage = named("passage")
    yield Visit("GET", base)
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", f"{base}passages/{passage}/")
    yield Visit("GET", f"{base}passages/{named('nowhere')}/")
    for seen, text in enumerate(("Brine sinks.", "Brine sinks down.")):
        body = {
            "text": text,
            "covered": [str(named("Brine sinks"))],
            "used": [str(passage)],
            "key": str(named(text, work.uuid)),
            "seen": seen,
        }
        yield Visit("JSON", api, body)
        yield Visit("JSON", api, body)
        late = body | {"key": str(named(f"late {text}", work.uuid)), "seen": 0}
        yield Visit("JSON", api, late)
        yield Visit("POST", f"{base}save/", late)
        yield Visit("JSON", api, late | {"covered": [str(named("nowhere"))]})
    yield Visit("JSON", api)
    yield Visit("POST", f"{base}save/")
    form = body | {"key": str(named("form", work.uuid)), "seen": 2}
    yield Visit("POST", f"{base}save/", form | {"passage": str(passage)})
    yield Visit("GET", f"{base}?passage={passage}")
    yield Visit("GET", f"{base}finish/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("JSON", api, body | {"key": str(named("shut", work.uuid)), "seen": 3})
    yield Visit("GET", base)
    yield Visit("POST", f"{base}reopen/")
    yield Visit("GET", base)
