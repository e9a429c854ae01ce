"""The number of SQL statements of each page and each action is a committed number.

A new page or action is one line in `query_counts/assessor.txt` or `organizer.txt`. The
number must not change when there is twice as much of everything. If a number differs,
the statements are printed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from accounts.models import User
from tests.query_counts.world import World

# The same code runs on both databases.
pytestmark = pytest.mark.stack("embedded")
TABLES = Path(__file__).parents[1] / "query_counts"


class Ask(NamedTuple):
    """A line of a table: a request, its fields, its number of statements."""

    statements: int
    request: str
    address: str
    post: dict[str, str] | None


def asks(table: str) -> Iterator[Ask]:
    """Read a table: number, method, URL and `name=value` for each posted field.

    `name=?` posts the value of a button on the page at that URL.
    """
    for line in (TABLES / table).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        statements, request = line.strip().split(" ", 1)
        method, address, *fields = shlex.split(request)
        post = dict(field.split("=", 1) for field in fields)
        yield Ask(int(statements), request, address, post if method == "POST" else None)


def ask(client: Client, world: World, one: Ask) -> Callable[[], Any]:
    """Return the request, ready to be made."""
    address = one.address.format(**world.ids)
    if one.post is None:
        return lambda: client.get(address)
    said: dict[str, Any] = {"key": str(uuid4())}
    for name, value in one.post.items():
        said[name] = [] if value == "[]" else value.format(**world.ids)
        if value == "?":
            said[name] = on_page(client, address, name)
    if not address.startswith("/api/"):
        return lambda: client.post(address, said)
    return lambda: client.post(address, said, content_type="application/json")


def on_page(client: Client, address: str, name: str) -> str:
    """Return the value of a button on the page at the same URL."""
    page = client.get(address).content.decode()
    found: list[str] = re.findall(rf'name="{name}" value="(\w+)"', page)
    return found[0]


def differences(client: Client, world: World, table: str) -> list[str]:
    """Make the requests in order; return those with another number of statements."""
    found = []
    # A connection to SQLite asks once whether there is JSON.
    assert connection.features.supports_json_field
    for one in asks(table):
        request = ask(client, world, one)
        with CaptureQueriesContext(connection) as done:
            r = request()
        assert r.status_code < 400, (one.request, r.status_code, r.content[:500])
        if len(done) != one.statements:
            sql = [f"    {query['sql'][:300]}" for query in done]
            said = f"{one.request}: {len(done)} statements, not {one.statements}"
            found += [said, *sql]
    return found


@pytest.mark.parametrize("size", [1, 2])
def test_an_assessor_s_requests_take_their_numbers_of_statements(
    ada: User, omar: User, ada_client: Client, size: int
) -> None:
    world = World(ada, omar, size=size)
    found = differences(ada_client, world, "assessor.txt")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [1, 2])
def test_an_organizer_s_pages_take_their_numbers_of_statements(
    ada: User, omar: User, omar_client: Client, size: int
) -> None:
    world = World(ada, omar, size=size)
    found = differences(omar_client, world, "organizer.txt")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [1, 2])
def test_a_superuser_s_pages_take_their_numbers_of_statements(
    ada: User, omar: User, omar_client: Client, size: int
) -> None:
    world = World(ada, omar, size=size)
    User.objects.filter(pk=omar.pk).update(is_superuser=True)
    found = differences(omar_client, world, "superuser.txt")
    assert not found, "\n".join(found)


def addresses(below: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in below.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route


def test_every_address_of_work_has_its_numbers(ada: User, omar: User) -> None:
    world = World(ada, omar, size=1)
    counted = {
        resolve(one.address.format(**world.ids).partition("?")[0]).route
        for one in asks("assessor.txt")
    }
    work = {
        route
        for route in addresses(get_resolver())
        if route.startswith(("work/", "api/work/"))
    }
    assert work - counted == set()


MOST_OF_A_LABEL = 7
MOST_OF_A_NEXT_PAGE = 10
NEXT_PAGES = (
    "/work/{relevance}/relevance/{segment}/",
    "/work/{support}/support/{response}/",
    "/work/{assignment}/assign/{response}/",
    "/work/{ptkb}/ptkb/{turn}/",
)


def test_a_label_takes_few_statements() -> None:
    """Adjudication also reads what is in dispute, and is left out."""
    labels = [
        one
        for one in asks("assessor.txt")
        if one.address.startswith("/api/work/")
        and "value=" in one.request
        and "disputed" not in one.address
    ]
    assert labels
    assert {one.statements for one in labels} == {MOST_OF_A_LABEL}


def test_a_page_fetched_ahead_takes_few_statements(
    ada: User, omar: User, ada_client: Client
) -> None:
    world = World(ada, omar, size=1)
    assert connection.features.supports_json_field
    taken = {}
    for address in NEXT_PAGES:
        with CaptureQueriesContext(connection) as done:
            r = ada_client.get(
                address.format(**world.ids), headers={"X-Assay-Sheet": "1"}
            )
        assert r.status_code == 200
        taken[address] = len(done)
    assert {at: n for at, n in taken.items() if n > MOST_OF_A_NEXT_PAGE} == {}


MOST_OF_A_PAGE = (
    (20, "ada", "/"),
    (25, "omar", "/tracks/{track}/work/"),
    (15, "omar", "/tracks/{track}/work/people/{ada}/"),
    (60, "omar", "/tracks/{track}/report/"),
)


def test_a_page_of_many_parts_takes_few_statements(
    ada: User, omar: User, ada_client: Client, omar_client: Client
) -> None:
    """Scores are computed before: what stays is what each look at the page takes."""
    world = World(ada, omar, size=3)
    assert connection.features.supports_json_field
    clients = {"ada": ada_client, "omar": omar_client}
    taken = {}
    for _most, name, address in MOST_OF_A_PAGE:
        clients[name].get(address.format(**world.ids))
        with CaptureQueriesContext(connection) as done:
            r = clients[name].get(address.format(**world.ids))
        assert r.status_code == 200
        taken[address] = len(done)
    assert {at: taken[at] for most, _, at in MOST_OF_A_PAGE if taken[at] > most} == {}
