"""Who finds the page of what has settled, at what cost; tau on the overview."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Membership, Track
from tests.assess.analysis.rankings.pages import JUDGED, RUNS, TOPICS, address
from tests.make import make_response, make_topic, make_version
from tests.nuggets.scores.campaign import label_all
from tests.page import select

pytestmark = pytest.mark.stack("embedded")

QUERIES = 53


@pytest.mark.parametrize("name", ["tau", "kappa", "settling"])
def test_its_charts_are_files_too(
    track: Track, bank: Bank, omar_client: Client, name: str
) -> None:
    rows = omar_client.get(address(track, f"{name}.csv")).content.decode()
    assert rows.startswith("curve,")
    assert omar_client.get(address(track, "none.csv")).status_code == 404


def test_nobody_but_an_organizer_finds_it(
    track: Track,
    bank: Bank,
    bea: User,
    ada_client: Client,
    bea_client: Client,
    client: Client,
) -> None:
    Membership.objects.create(track=track, user=bea, role=Membership.VIEWER)
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    for page in (address(track), address(track, "tau.csv"), so_far):
        assert ada_client.get(page).status_code == 404
        assert bea_client.get(page).status_code == 404
        assert client.get(page).status_code == 302
    assert (
        "settling"
        not in bea_client.get(
            f"/tracks/{track.uuid}/agreement/rankings/"
        ).content.decode()
    )


@pytest.mark.parametrize("query", [{"top": 0}, {"places": "x"}, {"left": "a=b"}])
def test_it_rejects_bad_input(
    track: Track, bank: Bank, omar_client: Client, query: dict[str, object]
) -> None:
    assert omar_client.get(address(track, **query)).status_code == 422


def test_it_only_reads(track: Track, omar_client: Client) -> None:
    assert omar_client.post(address(track)).status_code == 405


def test_a_track_without_two_conditions_says_what_it_takes(
    track: Track, omar_client: Client
) -> None:
    assert "Nothing to follow yet" in omar_client.get(address(track)).content.decode()
    so_far = omar_client.get(f"/tracks/{track.uuid}/agreement/so-far/")
    assert "nothing to compare yet" in so_far.content.decode()


def test_the_overview_says_tau_so_far(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    overview = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    assert select(overview, f'[hx-get="{so_far}"]')
    r = omar_client.get(so_far)
    found = r.context["so_far"]
    assert (found.runs, found.topics) == (RUNS, JUDGED)
    page = omar_client.get(f"/tracks/{track.uuid}/agreement/rankings/")
    assert found.tau == page.context["found"].tau
    assert "τ so far" in r.content.decode()


def test_it_needs_no_more_queries_for_more_topics(
    track: Track,
    bank: Bank,
    judges: list[Judge],
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for place in range(TOPICS, TOPICS + 8):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        response = make_response(track.runs.get(name="run-0"), topic)
        for judge in judges:
            label_all(version, response, judge, "SNSN")
    with django_assert_max_num_queries(QUERIES):
        omar_client.get(address(track))
