"""An assessor cannot find out whether another has work, and what they did in it."""

from __future__ import annotations

import pytest
from pytest_django import DjangoDbBlocker

from assess.judging.models import Allocation, Thread
from tests.blindness.addresses import addresses, sweep
from tests.blindness.names import named
from tests.blindness.visit_records import (
    Visit,
    Walked,
    assert_same,
    assert_unnamed,
    walk,
)
from tests.blindness.visits.campaign import judging
from tests.blindness.world import World, built

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
JUDGED = ("relevance", "support", "corrected", "assignment", "answers", "need", "ptkb")


def hand_out_to_bea(world: World) -> World:
    """Give Bea the same work as Ada, in other allocations."""
    works = {}
    for name in JUDGED:
        work = Allocation.objects.get(pk=world.works[name].pk)
        work.pk, work.uuid, work._state.adding = None, named(f"bea {name}"), True
        work.assessor = world.people["bea"]
        work.save()
        works[name] = work
    return world._replace(works=world.works | works)


def take_from_ada(world: World) -> None:
    """Release all of Ada's work; somebody else takes her slot of the shared queue."""
    ada, cleo = world.people["ada"], world.people["cleo"]
    Thread.objects.filter(allocation__assessor=ada).delete()
    held = Allocation.objects.filter(assessor=ada)
    held.filter(slot__isnull=False).update(assessor=cleo)
    held.filter(slot=None).delete()


def seen_by_bea(*, of_ada: bool) -> Walked:
    """Return the responses to Bea, while Ada works or has no work."""
    with built(0) as made:
        bea = hand_out_to_bea(made)
        if of_ada:
            writes = (visit for visit in judging(made) if visit.method == "JSON")
            walk(made.client("ada"), writes)
        else:
            take_from_ada(made)
        client = made.client("bea")
        inbox = [Visit("GET", "/"), Visit("GET", "/work/threads/")]
        found = walk(client, inbox) + walk(client, judging(bea))
        hers = {address.path for address in addresses(made) if address.is_work}
        gets = [
            visit for visit in sweep(made, methods=("GET",)) if visit.address in hers
        ]
        return found + walk(client, gets) + walk(client, inbox)


@pytest.fixture(scope="module")
def worlds(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[Walked, Walked]:
    """Return the responses to Bea with and without a working Ada."""
    with django_db_blocker.unblock():
        return seen_by_bea(of_ada=True), seen_by_bea(of_ada=False)


def test_bea_sees_nothing_of_what_ada_has_and_does(
    worlds: tuple[Walked, Walked],
) -> None:
    assert_same(*worlds)


def test_nothing_hidden_is_named_to_bea(worlds: tuple[Walked, Walked]) -> None:
    for walked in worlds:
        assert_unnamed(walked, ["sentinel"])


def test_bea_does_her_own_work_meanwhile(worlds: tuple[Walked, Walked]) -> None:
    answers = [answer for _visit, answer in worlds[0]]
    assert sum(answer.status == 200 for answer in answers) > 80
    assert any("Answer 2 says it." in answer.text for answer in answers)
