"""An assessor cannot distinguish two worlds that differ in what is hidden."""

from __future__ import annotations

import pytest
from pytest_django import DjangoDbBlocker

from tests.blindness.addresses import routes, sweep
from tests.blindness.visit_records import Walked, assert_same, assert_unnamed, walk
from tests.blindness.visits.campaign import all_work
from tests.blindness.visits.desk import to_prefer
from tests.blindness.world import built

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
NOT_HERS = {
    "accounts/style/": "for superusers",
    "accounts/style/<slug:part>/": "for superusers",
}
HERS = ("work/", "api/work/", "accounts/")


def seen_by_ada(world: int) -> Walked:
    with built(world) as made:
        client = made.client("ada")
        found = walk(client, all_work(made))
        seen = {visit.route for visit, _answer in found}
        rest = [visit for visit in sweep(made) if visit.route not in seen]
        return found + walk(client, rest) + walk(client, to_prefer())


@pytest.fixture(scope="module")
def worlds(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[Walked, Walked]:
    """Return the responses to Ada in each world."""
    with django_db_blocker.unblock():
        return seen_by_ada(0), seen_by_ada(1)


def test_an_assessor_cannot_tell_two_worlds_apart(
    worlds: tuple[Walked, Walked],
) -> None:
    assert_same(*worlds)


def test_nothing_hidden_is_named_to_an_assessor(worlds: tuple[Walked, Walked]) -> None:
    for walked in worlds:
        assert_unnamed(walked, ["sentinel"])


def test_an_assessor_reaches_every_address_of_work(
    worlds: tuple[Walked, Walked],
) -> None:
    reached = {visit.route for visit, answer in worlds[0] if answer.status < 400}
    wanted = {route for route in routes() if route.startswith(HERS)}
    assert wanted - reached == NOT_HERS.keys()


def test_the_pages_of_organizers_are_not_there_for_an_assessor(
    worlds: tuple[Walked, Walked],
) -> None:
    others = [
        (visit.address, answer.status)
        for visit, answer in worlds[0]
        if visit.route.startswith(("tracks/<", "jobs/", "api/tracks/<"))
    ]
    assert others
    assert {status for _address, status in others} == {404, 405}


def test_the_walk_sees_the_work_itself(worlds: tuple[Walked, Walked]) -> None:
    answers = [answer for _visit, answer in worlds[0]]
    words = ("Answer 2 says it.", "Brine sinks down", "Salt water freezes late.")
    for text in (*words, "ice and salt", "I hate the cold.", "what is this", "Is it?"):
        assert any(text in answer.text for answer in answers), text
    assert {200, 302, 400, 404, 409, 422} <= {answer.status for answer in answers}


def test_only_the_labels_to_correct_are_ever_shown(
    worlds: tuple[Walked, Walked],
) -> None:
    for walked in worlds:
        showing = {visit.address for visit, answer in walked if "says:" in answer.text}
        showing.remove("/manual/assessors/")  # it explains such labels
        assert showing
        assert all(address.startswith("/work/") for address in showing)
