"""Flags, comments and a person's terms on pages without labels, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from assess.judging.threads.actions import Words, answer
from nuggets.models import AnswerRevision, Edit
from runs.models import Segment, SubnarrativeEdit, Topic
from tests.browser.hands.page import press, ready, saved, with_clock
from tests.browser.rooms.works import WORKS
from tests.make import NOW
from tests.page import markup, values

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
KINDS = ("nuggets", "spans", "answers", "subnarratives")
BY_KIND = (
    KINDS[0],
    *(pytest.param(kind, marks=pytest.mark.broad) for kind in KINDS[1:]),
)
IN_HAND = {
    "nuggets": "#editor .nugget:has(input[name=nugget]:checked) .text",
    "spans": "#passage-title",
    "answers": "#text",
    "subnarratives": "#parts .nugget:has(input:checked) .text",
}
TEXT = (
    "Salt water freezes late. Bubbles lift the salt water, saltwater too. Salt\nwater."
)


class Work(NamedTuple):
    """Ada's work of one type, and the page where she does it."""

    page: Page
    allocation: Allocation

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def ready(self) -> None:
        ready(self.page)
        expect(self.page.locator("#talk")).to_be_attached()

    def no_conflicts(self) -> None:
        assert self.page.get_attribute("html", "data-key-conflicts") is None

    @property
    def thread(self) -> Any:  # noqa: ANN401 - playwright's own
        return self.page.locator(".thread:visible")


@pytest.fixture(params=BY_KIND)
def work(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    allocation = WORKS[request.param](ada)
    Segment.objects.update(text=TEXT)
    Topic.objects.update(text=TEXT)
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{allocation.uuid}/")
    opened = Work(browser_page, allocation)
    opened.ready()
    return opened


def flag(work: Work, words: str) -> None:
    work.type("f")
    expect(work.page.locator("#talk")).to_be_visible()
    expect(work.page.locator("#talk-title")).to_have_text("Flag")
    expect(work.page.get_by_role("button", name="Skip it")).to_be_hidden()
    work.type("ArrowDown Tab")
    work.page.keyboard.type(words)
    work.type("Enter")
    expect(work.page.locator("#talk")).to_be_hidden()


def test_a_flag_is_written_by_keys_and_stays_on_what_is_in_hand(work: Work) -> None:
    page = work.page
    flag(work, "cut off, 1 v x d")
    work.saved()
    remark = Remark.objects.get()
    assert (remark.kind, remark.reason) == ("flag", "broken")
    assert remark.text == "cut off, 1 v x d"
    assert not remark.thread.skipped
    expect(work.thread).to_contain_text("cut off, 1 v x d")
    expect(work.thread.locator(".state")).to_have_text("flagged")
    page.reload()
    work.ready()
    expect(work.thread.locator(".state")).to_have_text("flagged")
    if work.allocation.work in ("nuggets", "subnarratives"):
        expect(page.locator(".nugget .talked")).to_have_text("flagged")
        assert page.inner_text(IN_HAND[work.allocation.work]) in remark.thread.about
        work.type("ArrowDown")
        expect(work.thread).to_have_count(0)
    work.no_conflicts()
    assert not Edit.objects.exists()
    assert not AnswerRevision.objects.exists()
    assert not SubnarrativeEdit.objects.filter(by__isnull=False).exists()


def test_a_comment_is_answered_and_read(
    work: Work, omar: User, live_server: LiveServer
) -> None:
    page = work.page
    work.type("c")
    page.keyboard.type("is this salt")
    work.type("Enter")
    work.saved()
    said = Words("answer", "It is brine.", key=uuid4())
    answer(Thread.objects.get(), said, author=omar, now=NOW)
    Thread.objects.update(read_at=None)
    page.goto(f"{live_server.url}/work/threads/")
    page.locator(".what a").first.click()
    work.ready()
    expect(work.thread.locator(".state")).to_have_text("answered")
    work.type("c")
    expect(page.locator("#talk-before")).to_contain_text("It is brine.")
    work.type("Escape")
    page.get_by_role("button", name="Mark as read").click()
    expect(work.thread.locator(".state")).to_have_text("commented")


def test_a_flag_survives_a_dead_server(work: Work) -> None:
    page = work.page
    page.context.set_offline(True)
    flag(work, "said while it was down")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    expect(work.thread).to_contain_text("said while it was down")
    assert not Remark.objects.exists()
    page.context.set_offline(False)
    work.saved()
    assert Remark.objects.get().text == "said while it was down"


def test_organizers_are_led_to_what_it_is_about(
    work: Work, omar: User, client: Client
) -> None:
    flag(work, "look at it")
    work.saved()
    omar.is_superuser = True
    omar.save(update_fields=["is_superuser"])
    client.force_login(omar)
    track = work.allocation.track
    page = client.get(f"/tracks/{track.uuid}/threads/")
    assert "look at it" in markup(page)
    (address,) = values(page, "div[dir=auto] > a", "href")
    there = client.get(str(address))
    assert there.status_code == 200
    about = Thread.objects.get().about
    name = about.partition("“")[2].rstrip("”") or work.allocation.topic.name
    assert name in markup(there)


def test_it_flags_without_script(work: Work, live_server: LiveServer) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(work.page.url)
    plain.get_by_role("link", name="flag").click()
    expect(plain.locator("h1")).to_have_text("Flag or comment")
    plain.get_by_label("Reason").select_option("broken")
    plain.get_by_role("button", name="Keep it").click()
    expect(plain.locator(".thread")).to_contain_text("flagged it")
    assert Remark.objects.get().kind == "flag"
    context.close()


def test_my_terms_are_marked_and_counted(work: Work) -> None:
    page = work.page
    expect(page.locator('[data-hit="1"]')).to_be_hidden()
    work.type("/")
    page.keyboard.type("salt water, lift")
    expect(page.locator("#hits")).to_have_text("4 hits")
    work.type("Enter")
    work.type(".")
    expect(page.locator("mark.here")).to_have_count(1)
    expect(page.locator("#live")).to_have_text("1 of 4: Salt water")
    work.type(",")
    expect(page.locator("#live")).to_contain_text(re.compile("^4 of 4"))
    page.reload()
    work.ready()
    expect(page.locator("#hits")).to_have_text("4 hits")
    work.no_conflicts()
    whole = page.locator(".whole[data-terms]").first
    assert whole.evaluate("(text) => text.textContent") == TEXT


def test_my_terms_are_marked_in_the_next_passage_too(work: Work) -> None:
    page = work.page
    if work.allocation.work == "subnarratives":
        expect(page.locator('[data-key="]"]')).to_have_count(0)
        return
    work.type("/")
    page.keyboard.type("lift")
    work.type("Enter")
    expect(page.locator("#hits")).to_have_text("1 hit")
    # Passages have an order of their own: the shown one may be the last.
    after = page.locator('[data-key="]"]').count() == 1
    there, back = ("]", "[") if after else ("[", "]")
    expect(page.locator(f'[data-key="{there}"]')).to_have_count(1)
    work.type(there)
    expect(page.locator(f'[data-key="{back}"]')).to_have_count(1)
    expect(page.locator("#hits")).to_have_text("1 hit")
    expect(page.locator("mark.mine:not(.on)")).to_have_count(1)
    work.type(back)
    expect(page.locator("mark.mine:not(.on)")).to_have_count(1)
    work.no_conflicts()


def test_the_time_over_a_step_is_kept(work: Work) -> None:
    keys = {"nuggets": "v", "spans": "ArrowDown Enter", "subnarratives": "v"}
    with with_clock(work.page) as page:
        timed = work._replace(page=page)
        page.clock.fast_forward(30_000)
        timed.type(keys.get(work.allocation.work, "x"))
        timed.saved()
    rows: dict[str, Any] = {
        "answers": AnswerRevision,
        "subnarratives": SubnarrativeEdit,
    }
    kept = rows.get(work.allocation.work, Edit).objects.latest("pk")
    assert 30_000 <= kept.active_ms < 60_000
    assert kept.client_time is not None


def test_on_a_narrow_screen_it_fits(work: Work) -> None:
    page = work.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    work.ready()
    flag(work, "narrow")
    expect(work.page.locator(".thread", has_text="narrow")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
