"""Steps that another window overtook, or that a dead server left unsent."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import name_subnarratives
from runs.models import SubnarrativeEdit
from tests.assess.kinds.subnarratives.reviews import TEXTS
from tests.browser.hands.page import intercept, ready, retry
from tests.browser.kinds.subnarratives.desk import Desk, other_window
from tests.make import NOW

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_a_dead_server_loses_nothing(desk: Desk) -> None:
    page = desk.page
    page.context.set_offline(True)
    desk.write("n", "written in the dark")
    desk.write("e", "written twice")
    desk.type("v")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    assert desk.texts == list(TEXTS)
    page.context.set_offline(False)
    desk.saved()
    assert desk.texts == [TEXTS[0], "written twice", *TEXTS[1:]]
    assert rows_of(desk.made.topic)[1].importance == "vital"
    assert SubnarrativeEdit.objects.filter(action="add").count() == 1


def test_what_waits_is_shown_and_sent_after_a_reload(desk: Desk) -> None:
    page = desk.page
    intercept(page, "**/api/work/**", lambda route: route.abort())
    desk.write("n", "written in the dark")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    page.reload()
    desk.shows(TEXTS[0], "written in the dark", *TEXTS[1:])
    page.unroute("**/api/work/**")
    retry(page)
    desk.saved()
    assert desk.texts == [TEXTS[0], "written in the dark", *TEXTS[1:]]


def test_a_step_waits_through_an_ended_session(desk: Desk) -> None:
    page = desk.page
    page.context.clear_cookies()
    desk.type("v")
    dialog = page.locator("#sign-in-again")
    expect(dialog).to_be_visible()
    assert revision_of(desk.made.topic) == 1
    page.fill("#sign-in-again [name=username]", "ada")
    page.fill("#sign-in-again [name=password]", "ada")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    desk.saved()
    assert rows_of(desk.made.topic)[0].importance == "vital"


def test_another_windows_words_are_shown_next_to_mine(desk: Desk) -> None:
    with other_window(desk) as second:
        Desk(second, desk.made).write("e", "theirs")
        expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    desk.write("e", "mine")
    notice = desk.page.locator("#unsent li")
    expect(notice).to_contain_text("is now: “theirs”, no importance.")
    expect(notice).to_contain_text(f"in other words for “{TEXTS[0]}”: “mine”")
    desk.shows("theirs", *TEXTS[1:])
    assert desk.texts[0] == "theirs"
    notice.get_by_role("button", name="Keep mine").click()
    expect(notice).to_have_count(0)
    desk.shows("mine", *TEXTS[1:])
    desk.saved()
    assert desk.texts[0] == "mine"


def test_a_step_overtaken_while_its_page_was_closed_is_not_lost(
    desk: Desk, live_server: LiveServer
) -> None:
    page, address = desk.page, desk.page.url
    intercept(page, "**/api/work/**", lambda route: route.abort())
    desk.write("e", "mine")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    name_subnarratives(desk.made.topic, [("from a file", False)], now=NOW)
    page.goto(live_server.url)
    page.unroute("**/api/work/**")
    page.reload()
    notice = page.locator("#unsent li")
    expect(notice).to_contain_text(f"in other words for “{TEXTS[0]}”: “mine”")
    expect(notice).to_contain_text(f"is now: “{TEXTS[0]}”, no importance.")
    page.goto(address)
    desk.shows(*TEXTS, "from a file")
    notice.get_by_role("button", name="Keep mine").click()
    desk.shows("mine", *TEXTS[1:], "from a file")
    desk.saved()
    assert desk.texts == ["mine", *TEXTS[1:], "from a file"]


def test_a_file_that_came_meanwhile_is_shown_not_overwritten(desk: Desk) -> None:
    name_subnarratives(desk.made.topic, [("from a file", False)], now=NOW)
    desk.type("x")
    expect(desk.page.locator("#unsent li")).to_contain_text("changed since you opened")
    desk.shows(*TEXTS, "from a file")
    assert desk.texts == [*TEXTS, "from a file"]


def test_two_tabs_of_one_browser_show_the_same_list(desk: Desk) -> None:
    second = desk.page.context.new_page()
    second.goto(desk.page.url)
    ready(second)
    desk.type("x")
    Desk(second, desk.made).shows(*TEXTS[1:])
    second.keyboard.press("v")
    expect(desk.page.locator("[data-count=vital]")).to_have_text("1")
    assert [row.importance for row in rows_of(desk.made.topic)] == ["vital", ""]


def test_a_review_finished_elsewhere_takes_no_more_steps(desk: Desk) -> None:
    with other_window(desk) as second:
        second.keyboard.press("d")
        second.wait_for_selector("text=Is this list done?")
        second.keyboard.press("f")
        second.wait_for_selector("button:has-text('Open it again')")
    desk.type("v")
    desk.page.wait_for_selector("button:has-text('Open it again')")
    assert revision_of(desk.made.topic) == 1
