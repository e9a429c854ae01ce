"""Each page with the maximum that imports accept: its bytes and its statements.

Every GET of `query_counts/` is made in a track filled to its profile's limits. It needs
at most USUAL kilobytes and the statements committed there, except for pages with their
own numbers in `page_sizes/pages.txt`. Nor do its script and its style weigh more than
WEIGHT, or than its own numbers in `page_sizes/weights.txt`; `pytest -s` prints all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection
from django.http import HttpResponse, HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.every_page.test_query_counts import asks
from tests.page_sizes.weight import Weight, weight_of
from tests.page_sizes.world import FullWorld

# The same code runs on both databases.
pytestmark = pytest.mark.stack("embedded")
FOLDER = Path(__file__).parents[1] / "page_sizes"
USUAL = 120  # kilobytes
WEIGHT = Weight(script=45, style=20)  # kilobytes, compressed


class Size(NamedTuple):
    """The cost of a page."""

    kilobytes: int
    statements: int

    def is_within(self, most: Size) -> bool:
        """Return whether both numbers are within the maximum."""
        return self.kilobytes <= most.kilobytes and self.statements <= most.statements


def own_sizes() -> dict[str, Size]:
    """Return pages' own kilobytes and additional statements, by person and URL."""
    return {
        name: Size(kilobytes, statements)
        for name, kilobytes, statements in numbers("pages.txt")
    }


def own_weights() -> dict[str, Weight]:
    """Return the weights of pages that have their own, by person and URL."""
    return {
        name: Weight(script, style) for name, script, style in numbers("weights.txt")
    }


def numbers(file: str) -> Iterator[tuple[str, int, int]]:
    for line in (FOLDER / file).read_text().splitlines():
        if not line.startswith("#"):
            first, second, table, address = line.split()
            yield f"{table} {address}", int(first), int(second)


def answer_of(client: Client, address: str) -> tuple[HttpResponseBase, Size]:
    with CaptureQueriesContext(connection) as done:
        r = client.get(address)
        size = length_of(r)
    assert r.status_code < 400, (address, r.status_code)
    return r, Size(-(-size // 1000), len(done))


def length_of(response: HttpResponseBase) -> int:
    return sum(len(bytes(chunk)) for chunk in response)


def too_large(client: Client, world: FullWorld, table: str) -> Iterator[str]:
    own, weights = own_sizes(), own_weights()
    for one in asks(table):
        if one.post is None:
            r, size = answer_of(client, one.address.format(**world.ids))
            name = f"{Path(table).stem} {one.address}"
            kilobytes, more = own.get(name, Size(USUAL, 0))
            most = Size(kilobytes, one.statements + more)
            if not size.is_within(most):
                yield f"{size.kilobytes} {size.statements} {name}  # not {most}"
            if isinstance(r, HttpResponse) and r["Content-Type"].startswith(
                "text/html"
            ):
                yield from too_heavy(name, weight_of(r), weights.get(name, WEIGHT))


def too_heavy(name: str, weight: Weight, most: Weight) -> Iterator[str]:
    print(f"{weight.script:4} {weight.style:3} {name}")  # noqa: T201
    if weight.script > most.script or weight.style > most.style:
        yield f"{weight.script} {weight.style} {name}  # not {most}"


def test_every_page_over_the_greatest_lists_keeps_its_size(
    ada: User, omar: User, ada_client: Client, omar_client: Client
) -> None:
    world = FullWorld(ada, omar)
    found = [*too_large(omar_client, world, "organizer.txt")]
    found += too_large(ada_client, world, "assessor.txt")
    User.objects.filter(pk=omar.pk).update(is_superuser=True)
    found += too_large(omar_client, world, "superuser.txt")
    assert not found, "\n".join(found)
