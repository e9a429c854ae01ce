"""Features of assignment only: its list of nuggets, and its responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.screens import progress_of
from nuggets.assignment.items import read_sheet
from nuggets.models import AssignmentLabel, BankVersion
from tests.assess.judging.work.world import body_of
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_version,
    nuggets_of,
)
from tests.nuggets.assignment.assignment_work import Assigning, make_assigning


@pytest.fixture
def world(ada: User) -> Assigning:
    return make_assigning(ada)


def test_it_shows_a_whole_response_with_every_nugget_vital_first(
    world: Assigning, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    assert "Fresh water floats on salt." in page
    assert "Why do harbours freeze?" in page
    assert "response 1 of 2 · 0 of 6 labels" in page
    places = [page.index(str(nugget.uuid)) for nugget in world.nuggets]
    assert places == sorted(places)


def test_it_keeps_the_banks_order_where_the_track_says_so(
    world: Assigning, ada_client: Client
) -> None:
    text = world.track.profile_text.replace('"vital_first"', '"bank"')
    world.track.profile_text = text
    world.track.save(update_fields=["profile_text"])
    page = body_of(ada_client, world.page())
    one, two = world.nuggets[2], world.nuggets[0]
    assert page.index(str(one.uuid)) < page.index(str(two.uuid))


def test_a_late_run_moves_no_response(world: Assigning) -> None:
    before = [response.uuid for response in read_sheet(world.work).responses]
    for number in range(8):
        make_response(make_run(world.track, f"late-{number}"), world.topic)
    after = [response.uuid for response in read_sheet(world.work).responses]
    assert len(after) == 10
    assert [uuid for uuid in after if uuid in before] == before


def test_only_responses_of_visible_runs_are_labelled(world: Assigning) -> None:
    make_response(make_run(world.track, "landing", landed=False), world.topic)
    run = make_run(world.track, "gone")
    make_response(run, world.topic)
    type(run).objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert list(read_sheet(world.work).responses) == world.responses


def test_labels_of_unchanged_nuggets_remain_when_a_bank_is_frozen_again(
    world: Assigning, ada: User
) -> None:
    world.label_all(make_person(ada, world.track))
    make_version(world.bank, world.topic, (world.nuggets[0], "four"))
    sheet = read_sheet(world.work)
    assert [nugget.text for nugget in sheet.nuggets] == ["two", "four"]
    assert tuple(sheet.progress)[:2] == (2, 4)
    assert progress_of([world.work])[world.work.pk] == sheet.progress


def test_an_open_list_says_that_it_is_being_edited(
    world: Assigning, ada: User, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    make_version(world.bank, topic, state=BankVersion.OPEN)
    work = make_allocation(topic, ada, world.bank)
    assert "still being edited" in body_of(ada_client, f"/work/{work.uuid}/assign/")


def test_a_topic_without_responses_says_so(
    world: Assigning, ada: User, ada_client: Client
) -> None:
    page = body_of(ada_client, world.base_of(world.make_bare(ada)))
    assert "No run has a response" in page


def test_a_script_reaches_only_items_of_the_work(
    world: Assigning, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    other = make_response(make_run(world.track, "run-c"), topic)
    stray = nuggets_of(make_version(make_bank(world.track, "b2"), world.topic))[0]
    for change in ({"response": str(other.uuid)}, {"nugget": str(stray.uuid)}):
        assert world.send(ada_client, world.json(**change)).status_code == 404
    assert not AssignmentLabel.objects.exists()


def test_it_hides_a_response_of_another_topic(
    world: Assigning, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    other = make_response(make_run(world.track, "run-c"), topic)
    assert ada_client.get(f"{world.base}{other.uuid}/").status_code == 404


def test_a_page_takes_as_many_queries_for_many_items_as_for_few(
    world: Assigning,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(15):
        make_response(make_run(world.track, f"more-{number}"), world.topic)
    names = [f"nugget {number}" for number in range(60)]
    make_version(world.bank, world.topic, names)
    make_person(world.work.assessor, world.track)
    with django_assert_max_num_queries(13):
        assert ada_client.get(world.page()).status_code == 200
    nugget: UUID = nuggets_of(read_sheet(world.work).version)[0].uuid  # type: ignore[arg-type]
    body = world.json() | {"nugget": str(nugget)}
    with django_assert_max_num_queries(18):
        assert world.send(ada_client, body).status_code == 200
