"""The API for organizers' scripts, and its refusal of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Response, Track
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

LISTS = ["topics/", "runs/", "judges/", "labels/assignment/"]


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def labelled(track: Track, ada: User) -> Response:
    topic = make_topic(track)
    response = make_response(make_run(track), topic)
    [one, two] = nuggets_of(make_version(make_bank(track), topic))
    person = make_person(ada, track)
    make_label(ASSIGNMENT, person, one, response, value="support")
    make_label(ASSIGNMENT, person, one, response, value="not_support")
    make_label(ASSIGNMENT, make_judge(track), two, response, value="support")
    return response


def read(client: Client, track: Track, tail: str) -> dict[str, Any]:
    r = client.get(f"/api/tracks/{track.uuid}/{tail}")
    assert r.status_code == 200
    found: dict[str, Any] = r.json()
    return found


def test_it_lists_only_the_tracks_that_one_organizes(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    make_track(name="Other")
    found = omar_client.get("/api/tracks/").json()
    assert [row["uuid"] for row in found["results"]] == [str(track.uuid)]
    assert ada_client.get("/api/tracks/").json()["count"] == 0


def test_it_lists_topics_runs_and_judges(
    track: Track, labelled: Response, omar_client: Client
) -> None:
    make_run(track, "landing", landed=False)
    assert [row["name"] for row in read(omar_client, track, "topics/")["results"]] == [
        "14"
    ]
    [run] = read(omar_client, track, "runs/")["results"]
    assert (run["name"], run["group"], run["task"]) == ("run-a", "group-a", "rag")
    judges = read(omar_client, track, "judges/")["results"]
    assert [row["kind"] for row in judges] == ["person", "panel", "baseline"]


def test_it_lists_labels_with_their_history(
    track: Track, labelled: Response, ada: User, omar_client: Client
) -> None:
    found = read(omar_client, track, "labels/assignment/")
    assert found["count"] == 2
    first = found["results"][0]
    assert first["item"]["response"] == str(labelled.uuid)
    assert (first["value"], first["version"]) == ("not_support", 2)
    assert first["actor"] == str(ada.uuid)
    assert [(row["before"], row["after"]) for row in first["changes"]] == [
        ("", "support"),
        ("support", "not_support"),
    ]


def test_it_lists_one_judges_labels(
    track: Track, labelled: Response, omar_client: Client
) -> None:
    machine = Judge.objects.get(kind=Judge.BASELINE)
    found = read(omar_client, track, f"labels/assignment/?judge={machine.uuid}")
    assert [row["judge"] for row in found["results"]] == [str(machine.uuid)]
    r = omar_client.get(f"/api/tracks/{track.uuid}/labels/assignment/?judge=me")
    assert r.status_code == 400


def test_it_knows_no_other_kind(track: Track, omar_client: Client) -> None:
    r = omar_client.get(f"/api/tracks/{track.uuid}/labels/rumour/")
    assert r.status_code == 404


def test_it_pages(track: Track, omar_client: Client) -> None:
    for number in range(3):
        make_topic(track, str(number))
    found = read(omar_client, track, "topics/?limit=2")
    assert (found["count"], len(found["results"])) == (3, 2)
    assert "offset=2" in found["next"]


def test_no_row_number_leaves_the_server(
    track: Track, labelled: Response, omar_client: Client
) -> None:
    def names(value: object) -> set[str]:
        if isinstance(value, dict):
            inner = (names(each) for each in value.values())
            return set(value).union(*inner)
        if isinstance(value, list):
            return set().union(*map(names, value))
        return set()

    for tail in LISTS:
        found = names(read(omar_client, track, tail))
        assert not found & {"id", "pk", "track", "label_id"}


@pytest.mark.parametrize("tail", LISTS)
def test_it_hides_everything_from_assessors_and_viewers(
    track: Track, labelled: Response, ada_client: Client, bea: User, tail: str
) -> None:
    address = f"/api/tracks/{track.uuid}/{tail}"
    assert ada_client.get(address).status_code == 404
    track.memberships.create(user=bea, role="viewer")
    client = Client()
    client.force_login(bea)
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("tail", LISTS)
def test_it_tells_the_anonymous_to_sign_in(
    track: Track, client: Client, tail: str
) -> None:
    assert client.get(f"/api/tracks/{track.uuid}/{tail}").status_code == 401


@pytest.mark.parametrize("tail", LISTS)
def test_it_rejects_every_write(track: Track, omar_client: Client, tail: str) -> None:
    address = f"/api/tracks/{track.uuid}/{tail}"
    for write in (omar_client.post, omar_client.put, omar_client.delete):
        assert write(address).status_code == 405


@pytest.mark.parametrize("tail", LISTS)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(
    track: Track,
    labelled: Response,
    omar_client: Client,
    tail: str,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    machine = Judge.objects.get(kind=Judge.BASELINE)
    for number in range(20):
        topic = make_topic(track, f"t{number}")
        response = make_response(make_run(track, f"r{number}"), topic)
        [nugget] = nuggets_of(make_version(make_bank(track, f"b{number}"), topic, "x"))
        make_label(ASSIGNMENT, machine, nugget, response, value="support")
        make_judge(track, f"judge {number}")
    with django_assert_max_num_queries(8):
        read(omar_client, track, tail)
