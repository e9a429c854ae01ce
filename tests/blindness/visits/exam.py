"""Exam grades: each question on each passage."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.models import Allocation
from tests.blindness.names import named
from tests.blindness.visit_records import Visit


def to_grade(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the screen of exam grades."""
    base, api = f"/work/{work.uuid}/exam/", f"/api/work/{work.uuid}/exam/"
    yield Visit("GET", base)
    page = f"{base}{named('exam passage')}/"
    yield Visit("GET", page)
    for number in range(2):
        body = {
            "passage": str(named("exam passage")),
            "question": str(named(f"question {number}")),
            "key": str(named(f"exam {number}", work.uuid)),
            "value": "4",
            "seen": 0,
        }
        yield Visit("JSON", api, body)
        yield Visit("JSON", api, body)
        late = body | {"key": str(named(f"late exam {number}", work.uuid))}
        yield Visit("JSON", api, late)
        yield Visit("POST", f"{page}label/", late)
        yield Visit("POST", f"{page}label/", late | {"seen": 1})
        yield Visit("POST", f"{page}label/", body | {"value": "splendid"})
    yield Visit("GET", page)
    yield Visit("JSON", api)
    yield Visit("JSON", api, body | {"passage": str(named("nowhere"))})
    yield Visit("GET", f"{base}{named('nowhere')}/")
    yield Visit("GET", f"{base}recent/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("GET", base)
