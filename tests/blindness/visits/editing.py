"""Post-editing and span nuggets: edits of one list, queued and by plain forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from assess.judging.models import Allocation
from assess.judging.threads.open_points import LeftOpen, seal_of
from nuggets.editing.desk import read_desk
from nuggets.editing.open_points import left_open
from nuggets.models import BankVersion
from nuggets.spans.items import left_open as spans_left_open
from nuggets.spans.items import read_page
from tests.blindness.names import named
from tests.blindness.visit_records import Visit

Edit = tuple[str, dict[str, Any]]


def to_edit(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the post-editing screen."""
    base = f"/work/{work.uuid}/nuggets/"
    chosen, passage = named("Brine sinks"), named("passage")
    yield Visit("GET", base)
    yield Visit("GET", f"{base}?nugget={chosen}&box=reword")
    yield Visit("GET", f"{base}passages/{passage}/?nugget={chosen}")
    yield Visit("GET", f"{base}passages/{named('segment 3')}/")
    yield from _by_form(work)
    yield from _queued(work, named("list"), chosen)
    yield Visit("GET", f"{base}list/?nugget={chosen}")
    yield Visit("GET", f"{base}changes/")
    yield from _finished(base, named("list"), agreed=lambda: _desk_open(work))
    yield Visit("POST", f"{base}reopen/")
    yield Visit("GET", base)


def _by_form(work: Allocation) -> Iterator[Visit]:
    """Yield edits, a box that opens and nonsense, each sent again and late."""
    base, chosen = f"/work/{work.uuid}/nuggets/", named("Brine sinks")
    edits: tuple[Edit, ...] = (
        ("vital", {}),
        ("okay", {}),
        ("reword", {}),
        ("reword", {"box": "reword", "text": "Brine sinks down"}),
        ("undo", {}),
        ("map_new", {"box": "map_new", "wording": "what sinks"}),
        ("nonsense", {}),
    )
    for action, more in edits:
        key = str(named(f"edit {action} {len(more)}", work.uuid))
        body = {"action": action, "nugget": str(chosen), "key": key, **more}
        seen = _revision(named("list"))
        for method in ("POST", "HTMX"):
            yield Visit(method, f"{base}act/", body | {"seen": seen})
        if action == "reword":
            yield Visit("POST", f"{base}act/", body | {"seen": 0, "key": ""})
            yield Visit("GET", base)


def _queued(work: Allocation, version: UUID, chosen: UUID | None) -> Iterator[Visit]:
    """Yield edits as the outbox sends them: in time, again, and late."""
    api = f"/api/work/{work.uuid}/nuggets/"
    passage, other = named("passage"), str(named("Ice is lighter"))
    edits: tuple[Edit, ...] = (
        ("span", {"span": f"{passage} 0 5"}),
        ("span", {"span": f"{passage} 0 9999"}),
        ("add", {"text": "Harbours freeze", "source": str(passage)}),
        ("delete", {"nugget": other}),
        ("undo", {}),
        ("redo", {}),
        ("split", {"text": "Brine\nsinks"}),
        ("merge", {"text": "one", "marked": [other]}),
        ("nonsense", {}),
    )
    for action, more in edits:
        listed = {"version": str(version), "nugget": str(chosen or "")}
        seen = _revision(version)
        often = action in ("span", "merge")
        for time in ("first", "first", "late")[: 3 if often else 1]:
            key = str(named(f"queued {action} {len(str(more))} {time}", work.uuid))
            body = {**listed, "action": action, "key": key, "seen": seen, **more}
            yield Visit("JSON", api, body)
    yield Visit("JSON", api, body | {"version": str(named("nowhere"))})
    yield Visit("JSON", api)


def _finished(
    base: str, version: UUID, *, agreed: Callable[[], list[LeftOpen]]
) -> Iterator[Visit]:
    """Yield the end of a list: without confirmation, with it, and again."""
    yield Visit("GET", f"{base}finish/")
    yield Visit("POST", f"{base}finish/")
    yield Visit("POST", f"{base}finish/", {"seen": 99})
    sent = {"seen": _revision(version)}
    yield Visit("POST", f"{base}finish/", sent)
    found = agreed()  # the fields of the last page's button
    leave = seal_of(found) if found else ""
    for _again in range(2):
        yield Visit("POST", f"{base}finish/", sent | {"leave": leave})
    yield Visit("GET", base)


def _desk_open(work: Allocation) -> list[LeftOpen]:
    found = _version("list")
    return left_open(read_desk(work, found.bank, found))


def _spans_open(work: Allocation) -> list[LeftOpen]:
    found = _version("spans list")
    return spans_left_open(read_page(work, found.bank, found, None))


def _version(name: str) -> BankVersion:
    rows = BankVersion.objects.select_related("bank", "topic")
    return rows.get(uuid=named(name))


def _revision(version: UUID) -> int:
    """Return the number of edits of a list."""
    return BankVersion.objects.get(uuid=version).revision


def to_mark(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the screen of span nuggets."""
    base, passage = f"/work/{work.uuid}/spans/", named("passage")
    page = f"{base}{passage}/"
    yield Visit("GET", base)
    yield Visit("GET", page)
    yield Visit("GET", f"{base}{named('segment 3')}/")
    for span in ("0 4", "5 10", "0 9999", "what"):
        body = {"span": f"{passage} {span}", "key": str(named(span, work.uuid))}
        seen = _revision(named("spans list"))
        yield Visit("POST", f"{page}act/", body | {"seen": seen})
        yield Visit("POST", f"{page}act/", body | {"seen": seen})
        yield Visit("POST", f"{page}act/", body | {"seen": 0, "key": ""})
    yield from _queued(work, named("spans list"), None)
    yield Visit("GET", page)
    yield from _finished(base, named("spans list"), agreed=lambda: _spans_open(work))
    yield Visit("POST", f"{base}begin/")
    yield Visit("GET", page)
