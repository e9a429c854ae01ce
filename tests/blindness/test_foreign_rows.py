"""Somebody else's row is a 404, for every URL and every role."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.blindness.addresses import addresses, sweep
from tests.blindness.visit_records import Answer, Visit, ask, walk
from tests.blindness.visits.campaign import all_work
from tests.blindness.world import World, built

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
OTHERS = ("bea", "omar", "vera", "olga", "sue", "nobody")
# The pages of a track for viewers; the rest is for organizers.
FOR_VIEWERS = {
    "tracks/<uuid:track>/scores/",
    "tracks/<uuid:track>/scores.csv",
    "tracks/<uuid:track>/scores/<uuid:run>/",
    "tracks/<uuid:track>/scores/<slug:family>/",
    "tracks/<uuid:track>/scores/<slug:family>/files/<str:table>",
    "tracks/<uuid:track>/scores/<slug:family>/pareto.csv",
    "tracks/<uuid:track>/scores/<slug:family>/matrix/",
    "tracks/<uuid:track>/group/",
    "tracks/<uuid:track>/scores/<slug:family>/pair/",
    "tracks/<uuid:track>/scores/<slug:family>/pair/differences.csv",
    "tracks/<uuid:track>/scores/<slug:family>/picture/",
    "tracks/<uuid:track>/scores/<slug:family>/picture/leaderboard.csv",
    "tracks/<uuid:track>/scores/<slug:family>/runs/<uuid:run>/",
    "tracks/<uuid:track>/exports/",
    "tracks/<uuid:track>/agreement/",
    "tracks/<uuid:track>/agreement/labels.csv",
    "tracks/<uuid:track>/agreement/machines/",
    "tracks/<uuid:track>/agreement/machines.csv",
    "tracks/<uuid:track>/agreement/rankings/",
    "tracks/<uuid:track>/agreement/rankings/<slug:chart>.csv",
    "tracks/<uuid:track>/agreement/comparison/",
    "tracks/<uuid:track>/agreement/comparison/comparison.csv",
    "tracks/<uuid:track>/agreement/comparison/<slug:chart>.csv",
    "tracks/<uuid:track>/report/",
    "tracks/<uuid:track>/report/<slug:chart>.csv",
}
OF_A_TRACK = ("tracks/<", "jobs/", "api/tracks/<")
# These pages need a choice; there is nothing at the URL without a query.
NEED_A_CHOICE = {
    "tracks/<uuid:track>/archives/<uuid:job>/",  # the world's job created none
    "tracks/<uuid:track>/banks/<uuid:bank>/changes/",  # the world's bank has no draft
    "tracks/<uuid:track>/banks/<uuid:bank>/changes.csv",
    "tracks/<uuid:track>/versions/<uuid:version>/changes/",
    "tracks/<uuid:track>/versions/<uuid:version>/changes.csv",
    "tracks/<uuid:track>/scores/responses/<uuid:response>/conditions.csv",
    "tracks/<uuid:track>/statistics/<slug:part>.csv",
    "tracks/<uuid:track>/scores/<uuid:run>/",
    "tracks/<uuid:track>/scores/<slug:family>/pareto.csv",
    "tracks/<uuid:track>/scores/<slug:family>/runs/<uuid:run>/",
    "tracks/<uuid:track>/agreement/items/",
    "tracks/<uuid:track>/agreement/labels.csv",
    "tracks/<uuid:track>/agreement/machines.csv",
    "tracks/<uuid:track>/agreement/rankings/<slug:chart>.csv",
    "tracks/<uuid:track>/agreement/comparison/<slug:chart>.csv",
    "tracks/<uuid:track>/agreement/settling/<slug:chart>.csv",
    "tracks/<uuid:track>/over-time/<slug:chart>.csv",
    "tracks/<uuid:track>/quality/people/<uuid:person>/<slug:chart>.csv",
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Return a world for all tests here: refused requests change nothing."""
    with django_db_blocker.unblock(), built(0) as made:
        yield made


def refused(world: World, person: str, visits: list[Visit]) -> list[tuple[int, Visit]]:
    """Return the visits to which a person gets a response other than 404.

    A method that a URL does not support is a 405, for everybody.
    """
    client = world.client(person)
    answers = ((visit, ask(client, visit)) for visit in visits)
    return [(a.status, visit) for visit, a in answers if a.status not in (404, 405)]


@pytest.mark.parametrize("person", OTHERS)
def test_another_person_finds_nothing_at_an_assessors_addresses(
    world: World, person: str
) -> None:
    work = {address.path for address in addresses(world) if address.is_work}
    visits = [visit for visit in sweep(world) if visit.address in work]
    assert len(visits) > 80
    assert not refused(world, person, visits)


def test_as_bea_each_request_that_ada_can_make_is_a_404(world: World) -> None:
    own = {str(work.uuid) for work in world.works.values()}
    visits = [
        visit for visit in all_work(world) if any(uuid in visit.address for uuid in own)
    ]
    assert len(visits) > 200
    assert not refused(world, "bea", visits)


def test_bea_cannot_read_adas_thread(world: World) -> None:
    thread = world.rows["thread"]
    visit = Visit("POST", f"/work/threads/{thread}/read/", {"back": "1"})
    assert ask(world.client("bea"), visit).status == 404
    assert "Is it?" not in ask(world.client("bea"), Visit("GET", "/work/threads/")).text


@pytest.mark.parametrize("person", ["bea", "vera", "olga", "nobody"])
def test_only_its_organizers_find_the_pages_of_a_track(
    world: World, person: str
) -> None:
    routes = {address.path: address.route for address in addresses(world)}
    visits = [
        visit
        for visit in sweep(world)
        if routes[visit.address].startswith(OF_A_TRACK)
        and not (person == "vera" and routes[visit.address] in FOR_VIEWERS)
    ]
    assert len(visits) > 80
    assert not refused(world, person, visits)


@pytest.mark.parametrize("person", ["omar", "sue"])
def test_organizers_find_every_page_of_their_track(world: World, person: str) -> None:
    client = world.client(person)
    paths = [
        address.path
        for address in addresses(world)
        if address.route.startswith(OF_A_TRACK) and address.route not in NEED_A_CHOICE
    ]
    gets = {path: ask(client, Visit("GET", path)).status for path in paths}
    missing = {path for path, status in gets.items() if status == 404}
    assert not missing


def test_the_signed_out_are_sent_to_sign_in_wherever_they_go(world: World) -> None:
    answers = walk(Client(), sweep(world))
    told = [
        (visit, answer)
        for visit, answer in answers
        if not visit.route.startswith("accounts/") and not turned_away(visit, answer)
    ]
    assert len(answers) > 200
    assert not told


def turned_away(visit: Visit, answer: Answer) -> bool:
    """Return whether a response only asks to sign in."""
    if visit.route.startswith("api/"):
        return answer.status in (401, 403, 405)
    sign_in = answer.headers.get("Location", "").startswith("/accounts/sign-in/")
    return answer.status == 405 or (answer.status == 302 and sign_in)
