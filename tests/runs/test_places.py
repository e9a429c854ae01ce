"""The navigation of a track: five places, two rows, and nothing for the wrong eyes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from runs.models import Membership, Track
from runs.places import PLACES, SEEN, TrackPage, place_of
from tests.make import make_track
from tests.page import select, texts

PAGES = [page for place in PLACES for page in place.pages]


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=bea)


def test_every_name_is_of_one_page() -> None:
    names = [page.name for page in PAGES]
    assert len(set(names)) == len(names)
    assert [place.title for place in PLACES] == [
        "Overview",
        "Material",
        "Judging",
        "Results",
        "Publish",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_page_is_shown_as_the_current_one_of_its_place(
    track: Track, omar_client: Client, page: TrackPage
) -> None:
    shown = omar_client.get(reverse(page.url, args=[track.uuid])).content.decode()
    [place] = texts(shown, "nav.places [aria-current]")
    assert place == place_of(page.name).title
    others = texts(shown, "nav.tabs:not(.within) a")
    if len(place_of(page.name).pages) == 1:
        assert others == []
    else:
        assert others == [each.title for each in place_of(page.name).pages]
        assert texts(shown, "nav.tabs:not(.within) [aria-current]") == [page.title]
    assert len(select(shown, "main > nav:not(.crumbs)")) <= 2


def test_viewers_have_the_pages_that_they_may_see_and_no_place(
    track: Track, bea_client: Client
) -> None:
    for page in SEEN:
        answer = bea_client.get(reverse(page.url, args=[track.uuid]))
        assert answer.status_code == 200
        shown = answer.content.decode()
        assert select(shown, "nav.places") == []
        assert texts(shown, "nav.tabs:not(.within) a") == [each.title for each in SEEN]
        assert "palette" not in shown.partition("<main")[2]


def test_what_viewers_do_not_see_is_not_theirs(
    track: Track, bea_client: Client
) -> None:
    for page in set(PAGES) - set(SEEN):
        answer = bea_client.get(reverse(page.url, args=[track.uuid]))
        assert answer.status_code in (302, 404), page.name


def test_an_unknown_page_belongs_to_the_first_place() -> None:
    assert place_of("nowhere") == PLACES[0]


def test_roles_other_than_organizers_find_nothing(
    track: Track, ada_client: Client, bea_client: Client
) -> None:
    assert Membership.objects.filter(track=track).count() == 3
    for client in (ada_client, bea_client):
        answer = client.get(reverse("runs:find", args=[track.uuid]), {"q": "a"})
        assert answer.status_code == 404
