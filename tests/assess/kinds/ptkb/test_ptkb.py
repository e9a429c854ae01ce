"""PTKB statements: relevant or not to a turn of their person's conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from assess.judging.screens import get_screen, progress_of
from assess.kinds.ptkb.kind import PTKB
from runs.models import Membership, PtkbStatement, Topic
from tests.assess.judging.work.world import body_of
from tests.assess.kinds.ptkb.statement_work import Stating, make_stating
from tests.make import (
    make_allocation,
    make_conversation,
    make_label,
    make_person,
    make_topic,
    make_track,
)

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries


@pytest.fixture
def world(ada: User, bea: User, omar: User) -> Stating:
    world = make_stating(ada)
    for user, role in ((bea, Membership.ASSESSOR), (omar, Membership.ORGANIZER)):
        Membership.objects.create(track=world.track, user=user, role=role)
    return world


@pytest.fixture
def turns(world: Stating) -> list[Topic]:
    return world.turns


@pytest.fixture
def said(world: Stating) -> list[PtkbStatement]:
    return world.said


def test_the_page_shows_the_conversation_up_to_the_turn(
    world: Stating, ada_client: Client
) -> None:
    text = body_of(ada_client, world.page())
    for words in ("Where do harbours freeze?", "Answer 1.", "And that one?", "I sail."):
        assert words in text
    assert "And that one? (in full)" in text


def test_what_the_turn_was_answered_with_is_not_shown(
    world: Stating, ada_client: Client
) -> None:
    turn = world.turns[1]
    turn.details["statements"] = ["1"]
    turn.save(update_fields=["details"])
    text = body_of(ada_client, world.page())
    assert "Answer 2." not in text
    assert 'data-value="relevant"' not in text.partition('class="frame-foot"')[0]


def test_another_conversations_statement_is_not_in_the_work(
    world: Stating, ada_client: Client
) -> None:
    make_conversation(world.track, "15", statements=["Mine is another life."])
    other = str(PtkbStatement.objects.latest("pk").uuid)
    assert world.send(ada_client, world.json(statement=other)).status_code == 404
    assert "another life" not in body_of(ada_client, world.page())


def test_the_last_labels_are_told_by_their_statements(
    world: Stating, ada_client: Client
) -> None:
    world.submit(ada_client, world.form())
    assert "I sail." in body_of(ada_client, f"{world.base}recent/")


def test_the_end_says_how_many_are_relevant(world: Stating, ada_client: Client) -> None:
    world.send(ada_client, world.json(0, "relevant"))
    world.send(ada_client, world.json(1, "not_relevant"))
    end = body_of(ada_client, world.base)
    assert "2 statements, 1 of them relevant" in end


def test_a_topic_without_statements_says_so(
    world: Stating, ada: User, ada_client: Client
) -> None:
    text = body_of(ada_client, world.base_of(world.make_bare(ada)))
    assert "no turn of a conversation" in text


def test_only_turns_with_statements_can_be_handed_out(turns: list[Topic]) -> None:
    track = turns[0].track
    make_topic(track, "99")
    make_conversation(track, "15", statements=[])
    found = get_screen("ptkb").topics(track, "")
    assert list(found) == turns


def test_progress_is_counted_by_person_turn_and_round(
    world: Stating, ada: User, bea: User
) -> None:
    turns, said = world.turns, world.said
    first, hers = (make_allocation(turns[0], user, work="ptkb") for user in (ada, bea))
    works = [first, world.work, hers]
    ada_judge = make_person(ada, turns[0].track)
    make_label(PTKB, ada_judge, turns[0], said[0], value="relevant")
    make_label(PTKB, ada_judge, turns[0], said[1], value="")
    found = progress_of(works)
    assert [found[work.pk][:2] for work in works] == [(1, 2), (0, 2), (0, 2)]


def test_labels_go_out_as_qrels(
    turns: list[Topic], ada: User, said: list[PtkbStatement], omar_client: Client
) -> None:
    judge = make_person(ada, turns[0].track)
    make_label(PTKB, judge, turns[1], said[1], value="relevant")
    make_label(PTKB, judge, turns[1], said[0], value="not_relevant")
    address = f"/tracks/{turns[0].track.uuid}/exports/ptkb/file/"
    r = omar_client.get(address, {"judge": str(judge.uuid)})
    assert r.status_code == 200
    assert b"14_2 0 1 0\n14_2 0 2 1\n" in b"".join(r)


def test_two_assessors_are_compared(
    turns: list[Topic],
    ada: User,
    bea: User,
    said: list[PtkbStatement],
    omar_client: Client,
) -> None:
    track = turns[0].track
    judges = [make_person(user, track) for user in (ada, bea)]
    for judge, value in zip(judges, ("relevant", "not_relevant"), strict=True):
        make_label(PTKB, judge, turns[0], said[0], value=value)
        make_label(PTKB, judge, turns[0], said[1], value="not_relevant")
    asked = {"kind": "ptkb", "a": str(judges[0].uuid), "b": str(judges[1].uuid)}
    r = omar_client.get(f"/tracks/{track.uuid}/agreement/", asked)
    assert r.status_code == 200
    assert "ptkb statements" in r.content.decode().lower()


@pytest.mark.parametrize("page", ["", "judges/", "exports/", "work/", "agreement/"])
def test_a_track_without_conversations_shows_nothing_of_it(
    omar: User, omar_client: Client, page: str
) -> None:
    track = make_track(organizer=omar)
    make_topic(track)
    r = omar_client.get(f"/tracks/{track.uuid}/{page}")
    assert r.status_code == 200
    assert "PTKB" not in r.content.decode()


@pytest.mark.parametrize("page", ["", "judges/", "exports/"])
def test_a_track_of_conversations_shows_it(
    turns: list[Topic], ada: User, omar_client: Client, page: str
) -> None:
    make_person(ada, turns[0].track)
    r = omar_client.get(f"/tracks/{turns[0].track.uuid}/{page}")
    assert "PTKB" in r.content.decode()


def test_organizers_read_the_labels_by_the_api(
    turns: list[Topic], ada: User, said: list[PtkbStatement], omar_client: Client
) -> None:
    judge = make_person(ada, turns[0].track)
    make_label(PTKB, judge, turns[0], said[0], value="relevant")
    r = omar_client.get(f"/api/tracks/{turns[0].track.uuid}/labels/ptkb/")
    (row,) = r.json()["results"]
    assert row["value"] == "relevant"
    assert row["item"] == {
        "topic": str(turns[0].uuid),
        "statement": str(said[0].uuid),
    }
    assert Judge.objects.filter(uuid=row["judge"]).exists()


def test_the_queries_do_not_grow_with_the_statements(
    ada: User, ada_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    track = make_track(profile="ikat24", assessors=[ada])
    many = [f"Statement {place}." for place in range(40)]
    asked = [f"Question {place}?" for place in range(20)]
    turns = make_conversation(track, asked=asked, statements=many)
    work = make_allocation(turns[-1], ada, work="ptkb")
    with django_assert_max_num_queries(12):
        ada_client.get(f"/work/{work.uuid}/ptkb/{work.topic.uuid}/")
