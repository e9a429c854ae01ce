"""Every page of an empty track says the one next step, with a link that works."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from runs.models import Membership, Track
from tests.browser.rooms.pages import PAGES, addresses
from tests.make import make_track
from tests.page import Answer, select, texts, values

pytestmark = pytest.mark.stack("embedded")


def track_pages(track: Track) -> Iterator[str]:
    """Yield the URLs of all pages that exist without a row of the track."""
    for address in addresses():
        for given in PAGES.get(address.name, ()):
            words = {each: given.get(each, each) for each in address.parameters}
            words.update(dict.fromkeys({"track", "scope"} & {*words}, f"={track.uuid}"))
            if all(word.startswith("=") for word in words.values()):
                filled = {each: word[1:] for each, word in words.items()}
                yield reverse(address.name, kwargs=filled)


def leads_nowhere(client: Client, page: Answer) -> list[str]:
    """Return a page's empty lists without exactly one step that opens a page.

    A list has no step if the form that makes its first row is on the page.
    """
    by_form = select(page, "main form[method=post] button.primary")
    found = []
    for state in select(page, "main .empty"):
        steps = [each.attributes["href"] or "" for each in state.css(".actions a")]
        opened = [client.get(step).status_code for step in steps]
        if opened != [200] and not (by_form and not opened):
            found.append(" ".join(state.text().split()))
    return found


def wrong_on(client: Client, track: Track) -> tuple[int, list[str]]:
    """Return how many pages of a track have an empty list, and what is wrong there."""
    states = 0
    wrong: list[str] = []
    for url in track_pages(track):
        page = client.get(url)
        if page.status_code != 200:
            continue
        states += bool(select(page, "main .empty"))
        wrong += [f"{url} {title}" for title in leads_nowhere(client, page)]
        if len(primary := texts(page, "main .primary")) > 1:
            wrong.append(f"{url} {primary}")
        bodies = select(page, "main table tbody")
        wrong += [
            f"{url} has a table without a row" for each in bodies if not each.css("tr")
        ]
    return states, wrong


def test_an_organizer_of_an_empty_track_finds_the_next_step(
    omar: User, omar_client: Client
) -> None:
    states, wrong = wrong_on(omar_client, make_track(organizer=omar))
    assert wrong == []
    assert states > 40


def test_a_viewer_of_an_empty_track_is_led_home(
    omar: User, omar_client: Client
) -> None:
    track = make_track()
    Membership.objects.create(track=track, user=omar, role=Membership.VIEWER)
    states, wrong = wrong_on(omar_client, track)
    assert wrong == []
    assert states > 5


def test_an_empty_installation_leads_its_superuser_to_the_first_track(
    omar: User, omar_client: Client
) -> None:
    User.objects.filter(pk=omar.pk).update(is_superuser=True)
    steps = {"/": "/tracks/new/", "/models/endpoints/": "/models/endpoints/new/"}
    for url, step in steps.items():
        page = omar_client.get(url)
        assert values(page, "main .empty .actions a", "href") == [step]
        assert leads_nowhere(omar_client, page) == []


def test_an_assessor_without_work_finds_the_guide(
    ada: User, ada_client: Client
) -> None:
    for _track in range(2):  # in no track, then in one without work
        page = ada_client.get("/")
        assert leads_nowhere(ada_client, page) == []
        assert values(page, "main .empty .actions a", "href") == ["/manual/assessors/"]
        make_track(assessors=[ada])
