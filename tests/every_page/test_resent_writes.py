"""Each judging write answers a repeated request equally, and rejects a reused key."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from tests.every_page.test_query_counts import asks
from tests.query_counts.world import World

TIMES = {"client_time": "2026-03-01T12:00:00Z", "active_ms": 5}


def writes(world: World) -> list[tuple[str, dict[str, Any]]]:
    """Return every write that a script can make: its URL and its content."""
    return [
        (
            one.address.format(**world.ids),
            {
                name: [] if value == "[]" else value.format(**world.ids)
                for name, value in one.post.items()
            },
        )
        for one in asks("assessor.txt")
        if one.post is not None and one.address.startswith("/api/")
    ]


def everything() -> dict[str, int]:
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = {}
        for name in names:
            cursor.execute(f'SELECT COUNT(*) FROM "{name}"')  # noqa: S608
            counts[name] = cursor.fetchone()[0]
    return counts


def post(client: Client, address: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
    return client.post(address, body, content_type="application/json")


@pytest.mark.stack("embedded")
def test_a_key_that_comes_with_another_body_is_refused_wherever_scripts_write(
    ada: User, omar: User, ada_client: Client
) -> None:
    world = World(ada, omar, size=1)
    found = writes(world)
    assert len(found) > 15
    for address, says in found:
        body = says | {"key": str(uuid4())}

        send = partial(post, ada_client, address)
        first = send(body)
        assert first.status_code == 200, (address, first.content)
        before = everything()
        again = send(body | TIMES)
        assert again.status_code == 200, (address, again.content)
        assert again.json().get("version") == first.json().get("version"), address
        other = send(body | {"another": "thing"})
        assert other.status_code == 422, (address, other.content)
        assert "with another request" in other.json()["key"][0]
        assert everything() == before, address
