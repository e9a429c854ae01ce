"""The grid of turns by keyboard: a mark is on the turn that was shown, and stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.turns.actions import mark_turn
from assess.judging.turns.marks import Marks, marks_of
from runs.actions.acts import Act
from runs.models import Track
from tests.browser.hands.page import press, ready, saved
from tests.make import NOW, make_conversation, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def track(transactional_db: None, omar: User) -> Track:
    track = make_track(profile="ikat24", organizer=omar)
    make_conversation(track, asked=("Where?", "When?", "Why?"))
    make_conversation(track, "15", asked=("Which boat?", "Whose?"))
    return track


def marks(track: Track) -> dict[str, Marks]:
    names = dict(track.topics.values_list("pk", "name"))
    return {names[topic]: each for topic, each in marks_of(track).items()}


def test_keys_move_and_mark_faster_than_the_server(
    track: Track,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
    live_server: LiveServer,
) -> None:
    page = browser_page
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/turns/")
    ready(page)
    press(page, "Space ArrowRight u ArrowRight g ArrowDown Space Space g ArrowUp Space")
    expect(page.locator("td[aria-current] a")).to_have_text("2")
    expect(page.locator("td[aria-current] .marks")).to_have_text("A U")
    expect(page.locator("[name=unanswerable]")).to_be_checked()
    expect(page.locator("[name=gold_answer]")).not_to_be_checked()
    expect(page.locator("#turn")).to_contain_text("turn 14_2")
    expect(page.locator("[data-count=assessed]")).to_have_text("2")
    saved(page)
    assert marks(track) == {
        "14_1": Marks(True, False, False, 1),
        "14_2": Marks(True, True, False, 2),
        "14_3": Marks(False, False, True, 1),
        "15_2": Marks(False, False, True, 3),
    }
    page.reload()
    ready(page)
    expect(page.locator("td[aria-current]")).to_have_attribute("data-name", "14_2")
    expect(page.locator("td[data-name='15_2'] .marks")).to_have_text("G")


def test_what_another_decided_is_not_overwritten(
    track: Track,
    omar: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
    live_server: LiveServer,
) -> None:
    page = browser_page
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/turns/")
    ready(page)
    second = page.context.new_page()
    second.goto(page.url)
    ready(second)
    press(second, "u")
    saved(second)
    expect(page.locator("td[aria-current] .marks")).to_have_text("U")
    press(page, "Space")
    saved(page)
    first = track.topics.get(name="14_1")
    assert marks(track)["14_1"] == Marks(True, True, False, 2)
    act = Act(by=omar, key=uuid4(), seen=2, now=NOW)
    mark_turn(first, Marks(gold_answer=True), act=act)
    press(page, "u")
    expect(page.locator("#save-state")).to_contain_text("1 to decide")
    assert marks(track)["14_1"] == Marks(False, False, True, 3)
