"""Grades that another window overtook, or that a dead server left unsent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assess.judging.labels.writer import Act
from assess.kinds.relevance.models import RelevanceLabel
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.browser.hands.page import hold, intercept, press, ready, saved
from tests.browser.kinds.relevance.work import Work
from tests.make import NOW

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_another_windows_grade_is_shown_next_to_mine(work: Work) -> None:
    other = work.page.context.browser
    assert other
    storage: Any = work.page.context.storage_state()
    context = other.new_context(storage_state=storage)
    try:
        second = context.new_page()
        second.goto(work.page.url)
        second.keyboard.press("3")
        expect(second.locator("#position")).to_have_text("segment 2 of 4 · 1 graded")
        expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    finally:
        context.close()
    work.type("1")
    notice = work.page.locator("#unsent li")
    expect(notice).to_contain_text("It is now: 3 highly relevant")
    expect(notice).to_contain_text("Not saved: 1 related, 0 ticked for “Ice")
    assert work.values()[0] == "3"
    work.type("ArrowLeft")
    expect(work.page.locator("button[aria-pressed=true][name=value]")).to_have_text(
        "3 highly relevant"
    )
    notice.get_by_role("button", name="Keep mine").click()
    expect(notice).to_have_count(0)
    work.saved()
    assert work.values()[0] == "1"


def test_a_grade_overtaken_while_its_page_was_closed_is_not_lost(
    work: Work, live_server: LiveServer
) -> None:
    context, address = work.page.context, work.page.url
    intercept(work.page, "**/api/**", lambda route: route.abort())
    work.type("3")
    expect(work.page.locator("#save-state")).to_contain_text("Offline")
    work.page.unroute("**/api/**")
    act = Act(key=work.allocation.uuid, seen=0)
    segment = work.segments[0].uuid
    label_relevance(
        work.allocation, segment=segment, value="1", said=Said(), act=act, now=NOW
    )
    home = context.new_page()
    work.page.close()
    home.goto(live_server.url)
    notice = home.locator("#unsent li")
    for _time in range(2):
        expect(notice).to_contain_text("Not saved: 3 highly relevant, 0 ticked")
        expect(notice).to_contain_text("It is now: 1 related.")
        expect(home.locator("#save-state")).to_contain_text("1 to decide")
        home.reload()
    assert work.values()[0] == "1"
    notice.get_by_role("link", name="Go to its page").click()
    expect(home).to_have_url(address)
    given = home.locator("button[aria-pressed=true][name=value]")
    expect(given).to_have_text("1 related")
    ready(home)
    press(home, "! Enter")
    expect(given).to_have_text("3 highly relevant")
    expect(home.locator("[data-focus]")).to_be_focused()
    saved(home)
    assert work.values()[0] == "3"


@pytest.mark.usefixtures("one_ahead")
def test_a_dead_server_loses_nothing(work: Work) -> None:
    page = work.page
    ready(page)
    page.context.set_offline(True)
    work.type("a Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.type("0")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    expect(page.locator("#say")).to_contain_text("cannot be loaded yet")
    work.type("1 4 a")
    expect(page.locator("#say")).to_contain_text("This segment is done.")
    page.context.set_offline(False)
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["2", "0", "–", "–"]
    assert work.ticks(1) == []


def test_a_grade_waits_through_an_ended_session(work: Work) -> None:
    page = work.page
    ready(page)
    page.context.clear_cookies()
    held = hold(page, "**/api/work/**")
    work.type("1 Shift+c")
    page.keyboard.type("Is this ")
    held[0].continue_()
    expect(page.locator("#save-state")).to_contain_text("Signed out")
    # The form is loaded, but not shown over the text being written.
    expect(page.locator("#sign-in-again [name=password]")).to_have_count(1)
    page.keyboard.type("good")
    expect(page.locator("#talk-text")).to_have_value("Is this good")
    dialog = page.locator("#sign-in-again")
    expect(dialog).to_be_hidden()
    work.type("Escape")
    expect(dialog).to_be_visible()
    page.unroute("**/api/work/**")
    assert not RelevanceLabel.objects.exists()
    page.fill("#sign-in-again [name=username]", "ada")
    page.fill("#sign-in-again [name=password]", "ada")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    work.saved()
    assert work.values()[0] == "1"


def test_keys_pressed_as_the_sign_in_dialog_opens_are_no_password(
    work: Work,
) -> None:
    page = work.page
    ready(page)
    page.context.clear_cookies()
    work.type("1")
    dialog = page.locator("#sign-in-again")
    expect(dialog).to_be_visible()
    expect(dialog).to_have_accessible_description(re.compile("Press Tab"))
    work.type("2 0 Space Enter u")
    password = dialog.locator("[name=password]")
    expect(dialog.locator("h2")).to_be_focused()
    expect(password).to_have_value("")
    work.type("Tab")
    page.keyboard.type("ada")
    expect(password).to_have_value("ada")
    work.type("Enter")
    expect(dialog).to_be_hidden()
    work.saved()
    assert work.values() == ["1", "–", "–", "–"]
