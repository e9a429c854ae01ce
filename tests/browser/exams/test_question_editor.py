"""The editor of a bank by keyboard: what is shown is what the draft says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from exams.editing.draft import draft_of
from exams.models import QuestionVersion
from tests.browser.hands.held_responses import Holding
from tests.browser.hands.page import press, saved
from tests.exams.world import ExamWorld, make_exam_world
from tests.nuggets.editing.post_edit import make_subnarrative

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
TEXTS = "#editor .nuggets .text"
ACTIVE = "#editor .nugget:not(.gone) .text"
ALL = [f"Question {number}?" for number in range(1, 6)]


@pytest.fixture
def world(live_server: LiveServer, omar: User) -> ExamWorld:
    world = make_exam_world(omar)
    for place, text in enumerate(("Salt", "Cold")):
        make_subnarrative(world.topic, text, place)
    return world


@pytest.fixture
def page(
    world: ExamWorld,
    live_server: LiveServer,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Page:
    sign_in(browser_page, "omar")
    base = f"{live_server.url}/tracks/{world.track.uuid}/exams/{world.bank.uuid}"
    browser_page.goto(f"{base}/topics/{world.topic.uuid}/")
    expect(browser_page.locator("#editor [name=question]:checked")).to_be_focused()
    return browser_page


def drafted(world: ExamWorld, omar: User) -> list[str]:
    """Return the active questions of Omar's draft."""
    rows = draft_of(world.bank, omar).after[str(world.topic.uuid)]
    return [row.text for row in rows if not row.withdrawn]


def same(page: Page, world: ExamWorld, omar: User, texts: list[str]) -> None:
    """Check that the page and the draft have these questions, now and reloaded."""
    expect(page.locator(ACTIVE)).to_have_text(texts)
    saved(page)
    assert drafted(world, omar) == texts
    page.reload()
    expect(page.locator(ACTIVE)).to_have_text(texts)


def test_withdrawing_shows_what_would_change_before_it_applies(
    page: Page, world: ExamWorld, omar: User
) -> None:
    press(page, "w x")
    expect(page.locator("#labels-changed")).to_have_text("2")
    expect(page.locator("#crossed")).to_have_text("2")
    expect(page.locator("button[value=restore]")).to_be_visible()
    same(page, world, omar, ALL[1:])
    press(page, "u")
    expect(page.locator("#effect")).to_contain_text("The draft is empty")
    press(page, "y")
    expect(page.locator("#labels-changed")).to_have_text("2")
    assert not QuestionVersion.objects.filter(number=2).exists()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#messages")).to_contain_text("1 topic has a new version")
    version = QuestionVersion.objects.get(number=2)
    assert [row.withdrawn for row in version.listings.all()] == [True] + [False] * 4
    expect(page.locator(ACTIVE)).to_have_text(ALL[1:])


def test_each_edit_by_its_key(page: Page, world: ExamWorld, omar: User) -> None:
    press(page, "n")
    page.keyboard.type("What else?")
    press(page, "Enter")
    expect(page.locator(TEXTS).nth(1)).to_have_text("What else?")
    press(page, "t b")
    expect(page.locator(".nugget.new .goal")).to_have_text("Cold")
    press(page, "ArrowDown e")
    page.keyboard.press("Control+a")
    page.keyboard.type("Why salt?")
    press(page, "Enter k")
    page.keyboard.type("because")
    page.keyboard.press("Control+Enter")
    expected = [ALL[0], "What else?", "Why salt?", *ALL[2:]]
    same(page, world, omar, expected)
    rows = draft_of(world.bank, omar).after[str(world.topic.uuid)]
    said = {row.text: (row.key, row.facet) for row in rows}
    assert said["Why salt?"][0] == ("because",)
    cold = world.topic.subnarratives.get(text="Cold")
    assert said["What else?"] == ((), str(cold.uuid))


def test_marked_questions_are_merged(page: Page, world: ExamWorld, omar: User) -> None:
    press(page, "Space ArrowDown ArrowDown Space m")
    page.keyboard.press("Control+a")
    page.keyboard.type("Both?")
    press(page, "Enter")
    same(page, world, omar, ["Both?", ALL[1], *ALL[3:]])


def test_keys_act_at_once_while_nothing_is_saved(
    page: Page, world: ExamWorld, omar: User
) -> None:
    held = Holding(page, "*/api/tracks/*")
    press(page, "e")
    page.keyboard.press("Control+a")
    page.keyboard.type("Why?")
    press(page, "Enter x ArrowDown ArrowDown x u")
    held.open()
    same(page, world, omar, ALL[1:])


def test_the_draft_applies_once_every_edit_is_saved(
    page: Page, world: ExamWorld
) -> None:
    held = Holding(page, "*/api/tracks/*")
    press(page, "x")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#say")).to_have_text("Saving the last labels first.")
    held.open()
    expect(page.locator("#messages")).to_contain_text("1 topic has a new version")
    assert QuestionVersion.objects.filter(number=2).count() == 1


def test_an_edit_overtaken_in_another_window_waits_for_its_person(
    page: Page, world: ExamWorld, omar: User
) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    press(other, "ArrowDown x")
    saved(other)
    press(page, "x")
    expect(page.locator("#unsent")).to_contain_text("in another window")
    expect(page.locator(ACTIVE)).to_have_text([ALL[0], *ALL[2:]])
    page.click("#unsent button:text-is('Keep mine')")
    same(page, world, omar, ALL[2:])


def test_the_passages_are_those_of_the_question_in_hand(page: Page) -> None:
    grades = page.locator("#beside .grade")
    expect(grades).to_have_text(["5", "4", "0"])
    press(page, "ArrowDown")
    expect(grades).to_have_text(["4", "3", "0"])
    press(page, "x")
    expect(grades).to_have_text(["4", "3", "0"])
