"""Every URL of the URLconf, filled in with the rows of a world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

from tests.blindness.visit_records import Visit
from tests.blindness.world import World

NOT_WALKED = {
    **{
        f"health/{what}": "it asks the servers, and is the same for everybody"
        for what in ("", "live/", "ready/", "broker/")
    },
    "metrics/": "it is off, or for whoever has its token",
    "accounts/sign-out/": "it ends the walk, as the last of a person's own pages",
}
# The kind of Ada's work for URLs below /work/<allocation>/.
WORK_BELOW = {
    "": "assignment",
    "answer": "answers",
    "answers": "answers",
    "assign": "assignment",
    "assignment": "assignment",
    "disputed_assignment": "disputed_assignment",
    "disputed_exam": "disputed_exam",
    "disputed_ptkb": "disputed_ptkb",
    "disputed_relevance": "disputed_relevance",
    "disputed_support": "disputed_support",
    "exam": "exam",
    "guidelines": "relevance",
    "match": "match",
    "need": "need",
    "nuggets": "nuggets",
    "practice": "relevance",
    "ptkb": "ptkb",
    "put-back": "taken",
    "relevance": "relevance",
    "spans": "spans",
    "subnarratives": "subnarratives",
    "support": "support",
    "threads": "relevance",
}
WORDS = {
    "chart": "tau",
    "family": "nuggets",
    "guide": "assessors",
    "kind": "relevance",
    "measure": "v_strict",
    "name": "qrels",
    "number": "1",
    "part": "parts",
    "picture": "relevance",
    "table": "leaderboard.csv",
    "what": "run",
    "work": "relevance",
}
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Address(NamedTuple):
    """One pattern of the URLconf and a URL that matches it."""

    route: str
    path: str

    @property
    def is_work(self) -> bool:
        """Return whether it is below one piece of work."""
        return self.route.removeprefix("api/").startswith("work/<uuid:allocation>/")


def routes() -> list[str]:
    """Return every pattern, in the form of a resolved request."""
    return list(_below(get_resolver().url_patterns, ""))


def _below(patterns: list[URLPattern | URLResolver], above: str) -> Iterator[str]:
    for each in patterns:
        route = f"{above}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _below(each.url_patterns, route)
        else:
            yield route


def addresses(world: World) -> list[Address]:
    """Return every URL of a world except those in `NOT_WALKED`.

    KeyError names the argument of a new pattern that no world has yet.
    """
    return [
        Address(route, _filled(world, route))
        for route in routes()
        if route not in NOT_WALKED
    ]


def _filled(world: World, route: str) -> str:
    return "/" + PARAMETER.sub(lambda name: _value(world, route, name), route)


def _value(world: World, route: str, parameter: re.Match[str]) -> str:
    name = parameter[1]
    if name == "allocation":
        return str(_work(world, route))
    if name == "kind" and "/imports/" in route:
        return "topics"
    if name == "name" and "/prompts/" in route:
        return "judge_relevance"
    return WORDS.get(name) or str(world.rows[name])


def _work(world: World, route: str) -> UUID:
    below = route.partition("<uuid:allocation>/")[2].partition("/")[0]
    if route.startswith("tracks/"):
        below = "relevance"
    return world.works[WORK_BELOW[below]].uuid


def sweep(world: World, *, methods: tuple[str, ...] = ("GET", "POST")) -> list[Visit]:
    """Return a bare request to every URL by each method, scripts' by JSON."""
    return [
        Visit("JSON" if method == "POST" and "/api/" in path else method, path)
        for _route, path in addresses(world)
        for method in methods
    ]
