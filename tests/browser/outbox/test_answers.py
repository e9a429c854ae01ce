"""An organizer's unsent answers are stored as an assessor's words are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Remark, Thread
from runs.models import Membership, Segment
from tests.browser.hands.page import intercept
from tests.browser.outbox.drafts import WORDS, Sit, says, says_no, stored

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def flags(
    sit: Sit, omar: User, live_server: LiveServer, sign_in: Callable[[Page, str], None]
) -> Page:
    """The organizer's page of flags, on which one waits for a reply."""
    seat = sit("relevance")
    track = seat.work.track
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    item = Segment.objects.earliest("pk").uuid
    thread = Thread.objects.create(allocation=seat.work, item=str(item), about="Salt")
    flag = {"thread": thread, "kind": Remark.FLAG, "author": seat.person}
    Remark.objects.create(**flag, at=timezone.now(), key=uuid4())
    page = seat.page
    page.goto("about:blank")
    page.context.clear_cookies()
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/threads/")
    return page


def test_an_organizer_s_answer_outlasts_the_tab_until_it_arrived(flags: Page) -> None:
    address, answer = flags.url, "form.answer textarea"
    flags.locator(answer).fill(WORDS)
    says(flags, "1 unsent note")
    again = flags.context.new_page()
    flags.close()
    again.goto(address)
    expect(again.locator(answer)).to_have_value(WORDS)
    says(again, "1 unsent note")
    # The connection is lost when it is sent: nothing arrived, nothing is lost.
    intercept(again, "**/answer/", lambda route: route.abort())
    again.get_by_role("button", name="Reply", exact=True).click()
    again.unroute("**/answer/")
    again.goto(address)
    expect(again.locator(answer)).to_have_value(WORDS)
    again.get_by_role("button", name="Reply", exact=True).click()
    expect(again.get_by_text("Reply sent: Salt")).to_be_visible()
    expect(again.locator(answer)).to_have_value("")
    says_no(again, "unsent")
    assert stored(again) == 0
    assert Remark.objects.filter(kind=Remark.ANSWER).get().text == WORDS


def test_an_answer_whose_reply_was_lost_counts_once(flags: Page) -> None:
    address, answer = flags.url, "form.answer textarea"
    flags.locator(answer).fill(WORDS)

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    intercept(flags, "**/answer/", lose)
    with flags.expect_event("requestfailed"):
        flags.get_by_role("button", name="Reply", exact=True).click()
    flags.unroute("**/answer/")
    flags.goto(address)
    expect(flags.locator(answer)).to_have_value(WORDS)
    flags.get_by_role("button", name="Reply", exact=True).click()
    expect(flags.locator(answer)).to_have_value("")
    says_no(flags, "unsent")
    assert Remark.objects.filter(kind=Remark.ANSWER).count() == 1
