"""Every URL that supports GET is in a table of pages, or left out for a reason.

The tables are those of `query_counts/`, whose pages `test_page_sizes` loads.
"""

from __future__ import annotations

import pytest
from django.urls import resolve

from accounts.models import User
from tests.blindness.addresses import addresses, routes
from tests.blindness.visit_records import Visit, ask
from tests.blindness.world import World as People
from tests.blindness.world import built
from tests.every_page.test_query_counts import TABLES, asks
from tests.query_counts.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
TRACK = "tracks/<uuid:track>/"
FILE = "a file to save, as long as what it holds"
LEFT_OUT = {
    f"{TRACK}{name}": FILE
    for name in (
        "agreement/comparison/<slug:chart>.csv",
        "agreement/comparison/comparison.csv",
        "agreement/labels.csv",
        "agreement/machines.csv",
        "agreement/rankings/<slug:chart>.csv",
        "agreement/settling/<slug:chart>.csv",
        "archives/<uuid:job>/",
        "calls/export/",
        "exports/<slug:name>/file/",
        "over-time/<slug:chart>.csv",
        "quality/people/<uuid:person>/<slug:chart>.csv",
        "quality/people/<uuid:person>/drift.csv",
        "quality/quality.csv",
        "report/<slug:chart>.csv",
        "scores.csv",
        "scores/<slug:family>/pair/differences.csv",
        "scores/<slug:family>/pareto.csv",
        "scores/<slug:family>/picture/leaderboard.csv",
        "snapshots/<uuid:snapshot>/file/",
        "snapshots/<uuid:snapshot>/manifest/",
    )
} | {
    f"{TRACK}imports/<uuid:row>/report/": "the part of an import's page that polls",
    "accounts/sign-in/": "who is signed in is sent on",
    "accounts/sign-in/again/": "a form that lists nothing",
    "accounts/csrf/": "a token",
    "manual/pictures/<slug:picture>.png": "a picture",
    "accounts/style/": "examples for those who work on Assay, none from a database",
    "accounts/style/<slug:part>/": "examples, as above",
}


def is_page(people: People, path: str) -> bool:
    """Return whether somebody's GET is not refused as the wrong method."""
    visit = Visit("GET", path)
    return any(
        ask(people.client(name), visit).status != 405 for name in ("ada", "omar", "sue")
    )


def test_every_page_is_in_a_table_or_left_out_for_a_reason(
    ada: User, omar: User
) -> None:
    world = World(ada, omar, size=1)
    held = {
        resolve(one.address.format(**world.ids).partition("?")[0]).route
        for table in TABLES.glob("*.txt")
        for one in asks(table.name)
        if one.post is None
    }
    # The other world has people of the same names.
    User.objects.filter(pk=ada.pk).update(username="another")
    User.objects.filter(pk=omar.pk).update(username="a third")
    with built(0) as people:
        absent = {
            address.route
            for address in addresses(people)
            if address.route not in held and is_page(people, address.path)
        }
    assert absent - LEFT_OUT.keys() == set()
    assert LEFT_OUT.keys() & held == set()


def test_what_is_left_out_is_there() -> None:
    assert LEFT_OUT.keys() - set(routes()) == set()
