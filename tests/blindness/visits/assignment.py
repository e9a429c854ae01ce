"""Assignment: three labels of each nugget on each response."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_assign(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the assignment screen."""
    base, api = f"/work/{work.uuid}/assign/", f"/api/work/{work.uuid}/assignment/"
    yield Visit("GET", base)
    for place in range(3):
        response = named(f"response {place}")
        page = f"{base}{response}/"
        yield Visit("GET", page)
        body = {
            "response": str(response),
            "nugget": str(named("fresh water floats")),
            "key": str(named(f"assign {place}", work.uuid)),
            "value": "support",
            "seen": 0,
        }
        yield Visit("JSON", api, body)
        yield Visit("JSON", api, body | {"value": "not_support"})
        late = body | {"key": str(named(f"late {place}", work.uuid))}
        yield Visit("JSON", api, late)
        yield Visit("JSON", api, late | {"seen": 1, "value": ""})
        again = body | {"key": str(named(f"again {place}", work.uuid)), "seen": 2}
        yield Visit("JSON", api, again)
        form = body | {"key": str(named(f"form {place}", work.uuid))}
        yield Visit("POST", f"{page}label/", form)
        other = form | {"nugget": str(named("salt lowers freezing"))}
        yield Visit("POST", f"{page}label/", other)
        yield Visit("POST", f"{page}label/", form | {"value": "perhaps"})
        yield Visit("GET", page)
    yield Visit("JSON", api)
    yield Visit("JSON", api, body | {"nugget": str(named("nowhere"))})
    yield Visit("GET", f"{base}recent/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", base)
