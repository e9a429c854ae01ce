"""An organizer sees all of their own track, and nothing of another."""

from __future__ import annotations

import pytest
from pytest_django import DjangoDbBlocker

from runs.models import Track
from tests.blindness.addresses import sweep
from tests.blindness.names import named
from tests.blindness.visit_records import (
    Visit,
    Walked,
    assert_same,
    assert_unnamed,
    walk,
)
from tests.blindness.world import add_elsewhere, built

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]


def seen_by_omar(*, more: bool) -> Walked:
    """Return the responses to Omar; `more` of it happens in another track."""
    with built(0) as made:
        if more:
            elsewhere = Track.objects.get(uuid=named("elsewhere"))
            add_elsewhere(elsewhere, made.people["olga"], 7)
        client = made.client("omar")
        visits = [Visit("GET", "/api/tracks/"), *sweep(made, methods=("GET",))]
        away = [
            visit._replace(
                address=visit.address.replace(
                    str(named("track")), str(named("elsewhere"))
                )
            )
            for visit in visits
            if str(named("track")) in visit.address
        ]
        return walk(client, visits + away)


@pytest.fixture(scope="module")
def worlds(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[Walked, Walked]:
    """Return the responses to Omar while little, or more, happens elsewhere."""
    with django_db_blocker.unblock():
        return seen_by_omar(more=False), seen_by_omar(more=True)


def test_an_organizer_cannot_tell_what_happens_in_another_track(
    worlds: tuple[Walked, Walked],
) -> None:
    assert_same(*worlds)


def test_nothing_of_another_track_is_named_to_an_organizer(
    worlds: tuple[Walked, Walked],
) -> None:
    for walked in worlds:
        assert_unnamed(walked, ["sentinelelsewhere"])


def test_the_pages_of_another_track_are_not_there_for_an_organizer(
    worlds: tuple[Walked, Walked],
) -> None:
    elsewhere = str(named("elsewhere"))
    found = {a.status for visit, a in worlds[0] if elsewhere in visit.address}
    assert found == {404, 405}
