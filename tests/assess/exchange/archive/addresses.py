"""Addresses of a track and of its work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Manager, QuerySet

from assess.exchange.archive.format.tables import all_tables
from assess.exchange.exports.registry import exporters_of
from jobs.models import Job
from runs.models import Track
from tests.blindness.addresses import PARAMETER, WORDS, WORK_BELOW, routes

# URLs below these are requested with a row of each kind.
EACH = {"job", "snapshot", "row", "name"}


def addresses(track: Track) -> Iterator[str]:
    """Yield every URL of a track: one per kind of row if rows name files or exports."""
    rows = public_rows(track)
    for route in routes():
        if route.startswith(("tracks/<uuid:track>/", "api/tracks/", "jobs/")):
            named = PARAMETER.findall(route)
            each = {*named} & EACH
            for row in rows[named[-1]] if each else rows["track"]:
                known = {name: word(rows, route, name) for name in named}
                known |= {named[-1]: str(row)} if each else {}
                yield filled(route, known)


def addresses_of_work(track: Track) -> Iterator[str]:
    """Yield every URL below a work, for one work of each type."""
    rows = public_rows(track)
    works = {each.work: each for each in track.allocations.order_by("-pk")}
    for route in routes():
        _before, _found, below = route.partition("work/<uuid:allocation>/")
        work = works.get(WORK_BELOW.get(below.partition("/")[0], ""))
        if work is not None:
            names = PARAMETER.findall(route)
            known = {name: word(rows, route, name) for name in names}
            yield filled(route, known | {"allocation": str(work.uuid)})


def filled(route: str, known: dict[str, str]) -> str:
    return "/" + PARAMETER.sub(lambda at: known[at[1]], route)


def word(rows: dict[str, list[Any]], route: str, name: str) -> str:
    if name == "kind" and "/imports/" in route:
        return "topics"
    return WORDS.get(name) or str(rows.get(name, rows["run"])[0])


def public_rows(track: Track) -> dict[str, list[Any]]:
    """Return what the URLs of a track can name: public ids, and exports' names."""
    found = {
        str(table.model._meta.model_name): [
            *table.of(track).order_by("-pk").values_list("uuid", flat=True)
        ]
        for table in all_tables()
        if "uuid" in table.columns
    }
    return {name: ids for name, ids in found.items() if ids} | {
        "scope": [track.uuid],
        "job": one_of_each(Job.objects.for_scope(track.uuid), "kind"),
        "row": one_of_each(track.imports, "kind"),
        "snapshot": one_of_each(track.snapshots, "asked__export"),
        "person": found["user"],
        "turn": found["topic"],
        "version": found["bankversion"],
        "name": [exporter.name for exporter in exporters_of(track)],
    }


def one_of_each(rows: QuerySet[Any] | Manager[Any], kind: str) -> list[UUID]:
    """Return the last row of each kind: rows of one kind go the same way."""
    return [*dict(rows.order_by("pk").values_list(kind, "uuid")).values()]
