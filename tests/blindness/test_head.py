"""HEAD is supported wherever GET is: the same status and headers, without a body."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.blindness.addresses import addresses
from tests.blindness.visit_records import Answer, Visit, ask, masked
from tests.blindness.world import World, built

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
# Headers that HEAD need not repeat: new for each request, or of random length.
OF_THE_MOMENT = {"X-Request-ID", "Set-Cookie", "Date", "Expires", "Last-Modified"}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Return a world for all tests here: reading changes nothing."""
    with django_db_blocker.unblock(), built(0) as made:
        yield made


def head(client: Client, path: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, masked headers and body of a HEAD."""
    r = client.head(path)
    headers = {k: masked(v) for k, v in r.items() if k not in OF_THE_MOMENT}
    return r.status_code, headers, r.getvalue()


def differs(client: Client, path: str) -> str:
    """Describe how HEAD and GET of a URL differ, "" if they do not."""
    got: Answer = ask(client, Visit("GET", path))
    status, headers, body = head(client, path)
    length = headers.pop("Content-Length", "")
    if (status, headers, body) != (got.status, got.headers, b""):
        return f"{path}: {(status, headers, body[:80])} not {got[:2]}"
    if got.text and length == "0":
        return f"{path}: a length of 0"
    return ""


# Together they see every page; others see some of these.
@pytest.mark.parametrize("person", ["ada", "omar"])
def test_head_is_answered_as_get_is(world: World, person: str) -> None:
    client = world.client(person)
    paths = [address.path for address in addresses(world)]
    found = [words for path in paths if (words := differs(client, path))]
    assert not found, "\n".join(found)
    assert len(paths) > 150


def test_no_address_is_forbidden_to_anybody(world: World) -> None:
    """Others' rows are 404: a 403 would reveal that they exist."""
    for person in ("bea", "vera", "nobody"):
        client = world.client(person)
        for address in addresses(world):
            answer = ask(client, Visit("GET", address.path))
            assert answer.status != 403, (person, address.path)
