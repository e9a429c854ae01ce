"""The organizer's page for handing out work and taking it back."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.models import Allocation
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.models import Bank
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.page import select

pytestmark = pytest.mark.both_stacks


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


def test_the_page_finds_work_that_is_not_begun(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    begun = make_allocation(topics[0], ada, work="relevance")
    begun.finished_at = NOW
    begun.save(update_fields=["finished_at"])
    make_allocation(topics[1], bea, work="relevance")
    segment = make_segment(track, "doc#1")
    make_label(RELEVANCE, make_person(ada, track), topics[0], segment, value="2")
    r = omar_client.get(url(track), {"work-state": "untouched"})
    rows = [line.row.work.allocation for line in r.context["table"].lines]
    assert [row.assessor for row in rows] == [bea]
    people = [(p.user, p.open, p.finished) for p in r.context["people"]]
    assert people == [(ada, 0, 1), (bea, 1, 0)]
