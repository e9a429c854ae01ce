"""Labels in the outbox that were overtaken or refused."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.outbox.labels import Send, state, stored
from tests.browser.rooms.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

OVERTAKEN = {"version": 7, "detail": "It was changed.", "stands": "It is now: no."}


def test_a_conflict_stays_until_it_is_decided(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(409, OVERTAKEN)]
    key = send(at_desk, words="support for “Salt”", page="/elsewhere/")
    unsent = at_desk.locator("#unsent li")
    unsent.wait_for()
    send(at_desk, item="item-2")
    at_desk.wait_for_function("() => Object.keys(localStorage).length === 1")
    state(at_desk, "1 to decide")
    at_desk.reload()
    unsent.wait_for()
    both = "support for “Salt”. It was changed. It is now: no."
    assert both in unsent.inner_text()
    assert unsent.get_by_role("link").get_attribute("href") == "/elsewhere/"
    state(at_desk, "1 to decide")
    at_desk.keyboard.press("!")
    at_desk.keyboard.press("Enter")
    state(at_desk, "Saved ")
    assert desk.taken[-1]["key"] == key
    assert [taken["seen"] for taken in desk.taken] == [0, 7]
    assert stored(at_desk) == 0


def test_what_another_change_overtook_can_be_left(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(409, OVERTAKEN)]
    send(at_desk)
    other = at_desk.context.new_page()
    other.goto(at_desk.url)
    other.wait_for_selector("#unsent li")
    at_desk.click("text=Discard mine")
    for page in (at_desk, other):
        page.wait_for_selector("#unsent", state="hidden")
        assert "to decide" not in page.inner_text("#save-state")
    assert (stored(at_desk), desk.taken) == (0, [])


def test_a_later_label_of_the_item_decides_a_conflict(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(409, OVERTAKEN)]
    send(at_desk, whole=True)
    at_desk.wait_for_selector("#unsent li")
    send(at_desk, whole=True)
    state(at_desk, "Saved ")
    at_desk.wait_for_selector("#unsent", state="hidden")
    assert [taken["seen"] for taken in desk.taken] == [7]
    assert stored(at_desk) == 0


def test_one_that_the_server_fails_at_holds_up_its_own_item_alone(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.fails_at = "poison"
    send(at_desk, body={"value": "poison", "seen": 0}, page="/elsewhere/")
    behind = send(at_desk)
    other = send(at_desk, item="item-2")
    unsent = at_desk.locator("#unsent li")
    unsent.wait_for()
    assert "The server failed (500), again and again." in unsent.inner_text()
    at_desk.wait_for_function("() => Object.keys(localStorage).length === 2")
    assert [taken["key"] for taken in desk.taken] == [other]
    state(at_desk, "Not saved")
    unsent.get_by_role("button", name="Discard").click()
    state(at_desk, "Saved ")
    assert [taken["key"] for taken in desk.taken] == [other, behind]
    assert "after" not in desk.taken[-1]


def test_a_refused_label_stays_in_sight_until_dealt_with(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(400, {"value": ["<b>no</b> such value"]})]
    send(at_desk, words="support for nugget 4")
    unsent = at_desk.locator("#unsent li")
    unsent.wait_for()
    assert "support for nugget 4. <b>no</b> such value" in unsent.inner_text()
    at_desk.reload()
    unsent.wait_for()
    unsent.get_by_role("button", name="Try again").click()
    state(at_desk, "Saved ")
    at_desk.wait_for_selector("#unsent", state="hidden")
    assert len(desk.taken) == 1
