"""What judging screens share, in a real browser: threads, last labels, marked words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change, Remark, Thread
from assess.judging.threads.actions import Words, answer
from assess.kinds.support.models import SupportLabel
from nuggets.models import AssignmentLabel
from tests.browser.hands.judging import (
    BY_KIND,
    LABEL,
    Work,
    label_the_rest,
    make_work,
    open_work,
)
from tests.browser.hands.page import last_labels, ready
from tests.make import NOW

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture(params=BY_KIND)
def work(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    ada: User,
    omar: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    sign_in(browser_page, "ada")
    return open_work(make_work(request.param, ada, omar), live_server, browser_page)


@pytest.fixture
def plain(work: Work) -> Iterator[Page]:
    """Return a page of the same person without scripts."""
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_a_flag_is_written_by_keys_and_stays_on_its_item(work: Work) -> None:
    page, item = work.page, work.item()
    work.type("f")
    expect(page.locator("#talk")).to_be_visible()
    work.type("ArrowDown Tab")
    work.say("cut off, 1 n 2")
    work.type("Enter")
    expect(page.locator("#talk")).to_be_hidden()
    work.saved()
    assert work.item() == item
    remark = Remark.objects.get()
    assert (remark.kind, remark.reason) == ("flag", "broken")
    assert remark.text == "cut off, 1 n 2"
    assert remark.thread.item == item
    expect(page.locator(".thread:visible")).to_contain_text("cut off, 1 n 2")
    expect(page.locator(".thread:visible .state")).to_have_text("flagged")
    page.reload()
    expect(page.locator(".thread:visible .state")).to_have_text("flagged")
    work.no_conflicts()


def test_a_skipped_item_is_passed_and_listed_at_the_end(work: Work) -> None:
    page, first = work.page, work.item()
    work.type("f")
    page.get_by_label("The guidelines do not say").check()
    page.get_by_role("button", name="Skip and continue").click()
    expect(page.locator("#position")).to_contain_text("1 skipped")
    assert work.item() != first
    work.saved()
    assert Thread.objects.get().skipped
    label_the_rest(work)
    expect(page.locator("h1")).to_have_text("Done, except for skipped items")
    expect(page.locator("main")).to_contain_text("You skipped one item")
    page.get_by_role("button", name="Finish this topic").click()
    expect(page.locator("h1")).not_to_contain_text("Done, but")
    assert Allocation.objects.get().finished_at
    page.goto(page.url.split("/work/")[0] + f"/work/{work.allocation.uuid}/")
    page.locator(".what a").first.click()
    ready(page)
    assert first.split(":")[-1] in page.content()


def test_a_label_takes_the_skip_back(work: Work) -> None:
    page, first = work.page, work.item()
    where = page.url
    work.type("f ArrowDown")
    page.get_by_role("button", name="Skip and continue").click()
    work.saved()
    if page.url != where:
        work.type("ArrowLeft")
        page.wait_for_url(where)
    else:
        work.type("ArrowUp")
    assert work.item() == first
    work.type(LABEL[work.allocation.work])
    expect(page.locator("#position")).not_to_contain_text("skipped")
    work.saved()
    assert not Thread.objects.get().skipped


def test_a_flag_survives_a_dead_server(work: Work) -> None:
    page, item = work.page, work.item()
    page.context.set_offline(True)
    work.type("f")
    work.type("ArrowDown Tab")
    work.say("said while it was down")
    work.type("Enter")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    expect(page.locator(".thread:visible")).to_contain_text("said while it was down")
    assert not Remark.objects.exists()
    page.context.set_offline(False)
    work.saved()
    assert Remark.objects.get().thread.item == item


def test_a_flag_without_a_word_asks_why(work: Work) -> None:
    page = work.page
    work.type("c Enter")
    expect(page.locator("#talk [role=alert]")).to_be_visible()
    work.type("Escape")
    expect(page.locator("#talk")).to_be_hidden()
    assert not Thread.objects.exists()


def test_words_half_written_are_kept_until_they_are_sent_or_left(work: Work) -> None:
    page, box = work.page, work.page.locator("#talk-text")
    work.type("c")
    work.say("half a word")
    work.type("Escape f")
    expect(box).to_have_value("")
    work.type("Escape")
    page.reload()
    ready(page)
    work.type("c")
    expect(box).to_have_value("half a word")
    work.say(", whole")
    work.type("Enter c")
    expect(box).to_have_value("")
    work.say("in vain")
    page.get_by_role("button", name="Discard").click()
    work.type("c")
    expect(box).to_have_value("")
    work.type("Escape")
    work.saved()
    assert Remark.objects.get().text == "half a word, whole"


def test_an_answer_is_one_key_away(work: Work, omar: User) -> None:
    page = work.page
    work.type("c")
    work.say("is this salt")
    work.type("Enter")
    work.saved()
    said = Words("answer", "It is brine.", key=uuid4())
    answer(Thread.objects.get(), said, author=omar, now=NOW)
    Thread.objects.update(read_at=None)
    page.reload()
    expect(page.locator(".thread:visible .state")).to_have_text("answered")
    work.type("c")
    expect(page.locator("#talk-before")).to_contain_text("It is brine.")
    work.type("Escape")
    page.get_by_role("button", name="Mark as read").click()
    expect(page.locator(".thread:visible .state")).to_have_text("commented")


def test_the_last_labels_are_one_key_away_and_back(work: Work) -> None:
    page, first = work.page, work.item()
    key = LABEL[work.allocation.work]
    work.type(key)
    expect(page.locator("#position")).to_contain_text("1 ")
    second = work.past(first)
    last_labels(page)
    expect(page.locator("#recent .recents li")).to_have_count(1)
    work.type("Enter")
    work.at(first)
    work.no_conflicts()
    work.type("Escape")
    work.at(second)
    expect(page.locator('[data-act="return"]')).to_be_hidden()
    last_labels(page)
    work.type("Enter")
    work.at(first)
    work.type("3")
    work.at(second)
    work.saved()
    assert Change.objects.count() == 2


def test_words_of_the_topic_are_marked_and_counted(work: Work) -> None:
    page = work.page
    work.type("w")
    button = page.locator('[data-act="topic"]')
    expect(button).to_have_attribute("aria-pressed", "true")
    marked = page.locator("mark.of-topic:visible").all_inner_texts()
    assert {word.lower()[:4] for word in marked} <= {"salt", "free", "harb"}
    expect(button.locator(".count")).to_have_text(str(len(marked)))
    work.type("/")
    work.say("water")
    work.type("Enter .")
    expect(page.locator("#hits")).not_to_be_empty()
    mine = page.locator("mark.mine:visible").count()
    expect(page.locator("#hits")).to_have_text(f"{mine} hit{'' if mine == 1 else 's'}")
    expect(page.locator("mark.here")).to_have_count(1 if marked or mine else 0)
    work.type("w")
    expect(page.locator("mark.of-topic")).to_have_count(0)
    work.no_conflicts()


def test_a_second_tab_shows_what_the_first_one_did(work: Work) -> None:
    page = work.page
    second = page.context.new_page()
    second.goto(page.url)
    ready(second)
    item = work.item()
    second.keyboard.press("3")
    expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    expect(page.locator("#position")).to_contain_text("1")
    expect(page.locator("#say")).to_contain_text("another window")
    assert work.item() == item
    second.close()
    assert Change.objects.count() == 1


def test_staying_on_the_item_is_a_setting(work: Work, ada: User) -> None:
    ada.preferences = {"stay": True}
    ada.save(update_fields=["preferences"])
    work.page.reload()
    ready(work.page)
    item = work.item()
    work.type(LABEL[work.allocation.work])
    work.saved()
    assert work.item() == item
    assert SupportLabel.objects.count() + AssignmentLabel.objects.count() <= 1


def test_it_flags_without_script(work: Work, plain: Page) -> None:
    plain.goto(work.page.url)
    plain.get_by_role("link", name="flag or skip").click()
    plain.get_by_label("Reason").select_option("broken")
    plain.get_by_role("button", name="Keep it").click()
    expect(plain.locator(".thread")).to_contain_text("flagged it")
    assert Remark.objects.get().kind == "flag"
