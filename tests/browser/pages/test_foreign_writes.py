"""What one assessor sends through the API is 404 from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from assess.judging.models import Remark
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import addresses
from tests.browser.rooms.seats import FIRST, Sit

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

FETCH = """async ([address, body]) => {
  const cookie = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const method = body ? "POST" : "GET";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": cookie };
  return (await fetch(address, { method, headers, body })).status;
}"""
SENT_BY = {
    "api:answers": "answers",
    "api:assignment": "assignment",
    "api:disputed_relevance": "disputed_relevance",
    "api:exam": "exam",
    "api:match": "match",
    "api:need": "need",
    "api:nuggets": "nuggets",
    "api:ptkb": "ptkb",
    "api:relevance": "relevance",
    "api:subnarratives": "subnarratives",
    "api:support": "support",
    "api:threads": "relevance",
}
# These are tested as relevance is; tests/blindness requests every URL as everybody.
AS_RELEVANCE = (
    "assignment",
    "disputed_relevance",
    "exam",
    "match",
    "need",
    "ptkb",
    "support",
)
ONE_OF_EACH_WAY = [
    pytest.param(name, marks=pytest.mark.broad) if kind in AS_RELEVANCE else name
    for name, kind in SENT_BY.items()
]
# The desk and the page of these are those of disputed relevance.
SENT_ALIKE = {
    "api:disputed_assignment",
    "api:disputed_exam",
    "api:disputed_ptkb",
    "api:disputed_support",
}


def fetch(page: Page, address: str, body: str | None = None) -> int:
    """Request the API from a person's page; return the status."""
    status: int = page.evaluate(FETCH, [address, body])
    return status


def test_every_write_of_the_api_is_asked_for() -> None:
    writes = {
        address.name
        for address in addresses()
        if address.name.startswith("api:") and "allocation" in address.parameters
    }
    assert writes == set(SENT_BY) | SENT_ALIKE


@pytest.mark.parametrize("name", ONE_OF_EACH_WAY)
def test_what_one_assessor_sends_is_404_from_another(
    campaign: Campaign, sit: Sit, name: str
) -> None:
    seat = sit(SENT_BY[name])
    if name == "api:threads":
        seat.press("c")
        seat.page.keyboard.type("Is this ice?")
        sent = seat.sends("Enter")
    else:
        sent = seat.sends(FIRST[SENT_BY[name]])
    seat.saved()
    arrived, remarks = seat.arrived(), Remark.objects.count()
    assert sent.url.endswith(reverse(name, args=[seat.work.uuid]))
    bea = campaign.open("bea", "/")
    assert fetch(bea, seat.page.url) == 404
    assert fetch(bea, sent.url, sent.post_data) == 404
    assert (seat.arrived(), Remark.objects.count()) == (arrived, remarks)
    assert fetch(seat.page, sent.url, sent.post_data) == 200


def test_an_assessor_reads_nothing_of_the_track_s_api(campaign: Campaign) -> None:
    bea, track = campaign.open("bea", "/"), campaign.ids["track"]
    for name in ("topics", "runs", "judges"):
        assert fetch(bea, reverse(f"api:{name}", args=[track])) == 404
    for kind in ("relevance", "support", "assignment", "ptkb"):
        assert fetch(bea, reverse("api:labels", args=[track, kind])) == 404
