"""Handing out work, releasing it, and the organizer's page for both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.allocations.actions import (
    AlreadyHandedOut,
    NotAnAssessor,
    NotOpen,
    Terms,
    finish,
    hand_out,
    release,
    release_all,
)
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, get_screen
from config.operations.readings import Reading
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, Bank
from runs.models import Membership, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import select

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    return [make_topic(track, name) for name in ("301", "302", "303")]


@pytest.fixture
def bank(track: Track, topics: list[Topic]) -> Bank:
    bank = make_bank(track)
    for topic in topics:
        make_version(bank, topic)
    return bank


def nothing_read(_works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    yield []
    return {}


@pytest.fixture
def editing() -> Screen:
    return Screen(
        name="editing",
        turn=0,
        title="Editing",
        verb="Edit",
        url_name="home",
        progress=nothing_read,
        topics=lambda track, _subject: track.topics.all(),
        exclusive=True,
    )


def url(track: Track) -> str:
    return f"/tracks/{track.uuid}/work/"


def new(track: Track) -> str:
    return f"{url(track)}new/"


def press_twice(client: Client, track: Track, data: dict[str, object]) -> str:
    """Request a plan and confirm it; return the page that showed it."""
    r = client.post(new(track), data)
    page = r.content.decode()
    assert r.status_code == 200, page
    [seal] = re.findall(r'name="confirm" value="([0-9a-f]+)"', page)
    seed = re.findall(r'name="seed" value="([0-9a-f]*)"', page)
    sent = data | {"confirm": seal, "seed": seed[0] if seed else ""}
    assert client.post(new(track), sent).status_code == 302
    return page


def asked(bank: Bank, *people: User, **rest: object) -> dict[str, object]:
    chosen = [str(person.uuid) for person in people]
    return {
        "work": f"assignment:{bank.uuid}",
        "to": "people",
        "people": chosen,
        "share": "all",
    } | rest


def test_work_goes_only_to_assessors(
    track: Track, topics: list[Topic], omar: User
) -> None:
    with pytest.raises(NotAnAssessor, match="omar"):
        hand_out(track, get_screen("assignment"), [(topics[0], omar)], by=omar)
    assert not Allocation.objects.exists()


def test_the_same_work_is_not_handed_out_twice_to_one_person(
    track: Track, topics: list[Topic], bank: Bank, ada: User, omar: User
) -> None:
    screen, subject = get_screen("assignment"), str(bank.uuid)
    hand_out(track, screen, [(topics[0], ada)], by=omar, terms=Terms(subject=subject))
    pairs = [(topic, ada) for topic in topics]
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, screen, pairs, by=omar, terms=Terms(subject=subject))
    assert Allocation.objects.count() == 1
    again = Terms(subject=subject, repeat=1)
    assert hand_out(track, screen, pairs[:1], by=omar, terms=again) == 1
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, screen, pairs[:1], by=omar, terms=again)


def test_exclusive_work_is_held_by_one_person_at_a_time(
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar: User,
    editing: Screen,
) -> None:
    hand_out(track, editing, [(topics[0], ada)], by=omar)
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, editing, [(topics[0], bea)], by=omar)
    with pytest.raises(AlreadyHandedOut):
        hand_out(track, editing, [(topics[1], ada), (topics[1], bea)], by=omar)
    finish(Allocation.objects.get(), now=NOW)
    assert hand_out(track, editing, [(topics[0], bea)], by=omar) == 1


def test_the_database_itself_keeps_one_person_on_exclusive_work(
    topics: list[Topic], ada: User, bea: User
) -> None:
    first = make_allocation(topics[0], ada)
    Allocation.objects.filter(pk=first.pk).update(exclusive=True)
    with pytest.raises(IntegrityError):
        Allocation.objects.create(
            track=first.track,
            work=first.work,
            topic=first.topic,
            assessor=bea,
            exclusive=True,
        )


def test_work_taken_back_is_free_for_another_and_the_labels_stay(
    track: Track, topics: list[Topic], bank: Bank, ada: User, bea: User, omar: User
) -> None:
    work = make_allocation(topics[0], ada, bank)
    response = make_response(make_run(track), topics[0])
    nugget = nuggets_of(bank.versions.get(topic=topics[0]))[0]
    person = make_person(ada, track)
    make_label(ASSIGNMENT, person, nugget, response, value="support")
    release(work, now=NOW)
    assert not Allocation.objects.held_by(ada).exists()
    assert AssignmentLabel.objects.filter(judge=person, value="support").exists()
    with pytest.raises(NotOpen):
        release(work, now=NOW)
    again = [(topics[0], bea), (topics[0], ada)]
    screen = get_screen("assignment")
    assert hand_out(track, screen, again, by=omar, terms=Terms(str(bank.uuid))) == 2


def test_finished_work_is_not_taken_back(
    track: Track, topics: list[Topic], ada: User
) -> None:
    done, left = make_allocation(topics[0], ada), make_allocation(topics[1], ada)
    assert finish(done, now=NOW)
    assert not finish(done, now=NOW)
    with pytest.raises(NotOpen):
        release(done, now=NOW)
    assert release_all(track, ada, now=NOW) == 1
    assert Allocation.objects.get(pk=left.pk).released_at == NOW


def test_who_stops_assessing_holds_no_work(topics: list[Topic], ada: User) -> None:
    make_allocation(topics[0], ada)
    Membership.objects.filter(user=ada).update(role=Membership.ORGANIZER)
    assert not Allocation.objects.held_by(ada).exists()


def test_the_page_hands_out_every_topic_in_turn(
    track: Track,
    topics: list[Topic],
    bank: Bank,
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    press_twice(omar_client, track, asked(bank, ada, bea, share="turn"))
    held = Allocation.objects.values_list("topic__name", "assessor__username")
    assert list(held) == [("301", "ada"), ("302", "bea"), ("303", "ada")]
    assert Allocation.objects.filter(subject=str(bank.uuid), by__username="omar")
    page = omar_client.get(url(track)).content.decode()
    assert "Handed out. Assignment: 3 topics, 0 labels." in page


def test_the_page_hands_out_the_topics_that_are_named(
    track: Track, topics: list[Topic], bank: Bank, ada: User, omar_client: Client
) -> None:
    press_twice(omar_client, track, asked(bank, ada, topics="303, 301"))
    names = Allocation.objects.values_list("topic__name", flat=True)
    assert list(names) == ["301", "303"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"topics": "301 999"}, "no such topic for this work: 999"),
        ({"people": []}, "This field is required"),
        ({"work": "assignment:nothing"}, "Select a valid choice"),
        ({"share": "perhaps"}, "Select a valid choice"),
    ],
)
def test_the_page_rejects_bad_input(
    track: Track,
    topics: list[Topic],
    bank: Bank,
    ada: User,
    omar_client: Client,
    change: dict[str, object],
    words: str,
) -> None:
    r = omar_client.post(new(track), asked(bank, ada) | change)
    assert r.status_code == 422
    assert words in r.content.decode()
    assert not Allocation.objects.exists()


def test_the_page_says_who_has_the_work_already(
    track: Track, topics: list[Topic], bank: Bank, ada: User, omar_client: Client
) -> None:
    press_twice(omar_client, track, asked(bank, ada, topics="302"))
    r = omar_client.post(new(track), asked(bank, ada))
    assert r.status_code == 422
    assert "Handed out already: ada has 302." in r.content.decode()


def test_the_page_rejects_people_who_do_not_assess_here(
    track: Track, bank: Bank, omar: User, omar_client: Client
) -> None:
    r = omar_client.post(new(track), asked(bank, omar))
    assert r.status_code == 422
    r = omar_client.post(new(track), asked(bank) | {"people": ["no uuid"]})
    assert r.status_code == 422


def test_the_page_takes_work_back(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    work = make_allocation(topics[0], ada)
    make_allocation(topics[1], ada)
    address = f"{url(track)}{work.uuid}/release/"
    assert omar_client.post(address).status_code == 302
    assert omar_client.post(address).status_code == 302
    assert "taken back before" in omar_client.get(url(track)).content.decode()
    omar_client.post(f"{url(track)}people/{ada.uuid}/", {"to": "nobody"})
    assert not Allocation.objects.open().exists()
    assert Allocation.objects.count() == 2


def test_the_page_says_what_to_do_first(omar: User, omar_client: Client) -> None:
    empty = make_track(organizer=omar)
    assert "Nobody assesses here yet" in omar_client.get(url(empty)).content.decode()


def test_the_page_says_that_there_is_nothing_to_hand_out(
    track: Track, omar_client: Client
) -> None:
    assert "Nothing to hand out yet" in omar_client.get(url(track)).content.decode()


def test_it_hides_the_track_from_its_assessors_and_from_strangers(
    track: Track, topics: list[Topic], ada: User, ada_client: Client
) -> None:
    work = make_allocation(topics[0], ada)
    for address in (
        url(track),
        f"/tracks/{track.uuid}/",
        f"{url(track)}{work.uuid}/release/",
        f"{url(track)}people/{ada.uuid}/",
        new(track),
    ):
        assert ada_client.post(address).status_code in {404, 405}
    assert ada_client.get(url(track)).status_code == 404
    assert ada_client.get(f"/tracks/{track.uuid}/").status_code == 404


def test_it_hides_work_of_another_track(
    track: Track, ada: User, omar: User, omar_client: Client
) -> None:
    other = make_topic(make_track(name="Other", assessors=[ada]), "7")
    work = make_allocation(other, ada)
    assert omar_client.post(f"{url(track)}{work.uuid}/release/").status_code == 404
    assert omar_client.post(f"{url(track)}{uuid4()}/release/").status_code == 404


def test_it_rejects_the_wrong_method(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    work = make_allocation(topics[0], ada)
    assert omar_client.get(f"{url(track)}{work.uuid}/release/").status_code == 405
    assert omar_client.put(url(track)).status_code == 405


def test_it_sends_the_anonymous_to_sign_in(track: Track, client: Client) -> None:
    r = client.get(url(track))
    assert r.status_code == 302
    assert r["Location"].startswith("/accounts/sign-in/")


def test_the_page_takes_as_many_queries_for_much_work_as_for_little(
    track: Track, ada: User, bea: User, bank: Bank, omar_client: Client
) -> None:
    counts = []
    for size in (2, 20):
        for number in range(size):
            topic = make_topic(track, f"extra-{size}-{number}")
            make_version(bank, topic)
            make_response(make_run(track, f"run-{size}-{number}"), topic)
            make_allocation(topic, ada, bank)
            make_allocation(topic, bea, bank)
        with CaptureQueriesContext(connection) as context:
            assert omar_client.get(url(track)).status_code == 200
        counts.append(len(context))
    assert counts[0] == counts[1]


def test_the_page_preselects_the_work_that_its_address_names(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    make_bank(track, "another")
    url = f"{new(track)}?kind=assignment&subject={bank.uuid}"
    page = omar_client.get(url).content.decode()
    assert select(page, f'option[value="assignment:{bank.uuid}"][selected]')
    foreign = f"{new(track)}?kind=assignment&subject={uuid4()}"
    page = omar_client.get(foreign).content.decode()
    assert not re.search(r'value="assignment:[^"]+" selected', page)
