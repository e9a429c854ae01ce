"""Reviewing a topic's sub-narratives in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.kinds.relevance.kind import RELEVANCE
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import name_subnarratives
from runs.models import SubnarrativeEdit
from tests.assess.kinds.subnarratives.reviews import (
    TEXTS,
    Reviewed,
    make_review,
    texts_of,
)
from tests.browser.hands.at_page import press, ready, saved
from tests.make import NOW, make_person, make_segment

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


class Desk(NamedTuple):
    """Ada's review, and the page where she does it."""

    page: Page
    made: Reviewed

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def write(self, key: str, words: str) -> None:
        self.page.keyboard.press(key)
        self.page.wait_for_selector("#box-words:focus")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def shows(self, *texts: str) -> None:
        expect(self.page.locator("#parts .text")).to_have_text(list(texts))

    def chosen(self, text: str) -> None:
        row = self.page.locator(".nugget:has(input:focus) .text")
        expect(row).to_have_text(text)

    def saved(self) -> None:
        saved(self.page)

    @property
    def texts(self) -> list[str]:
        return texts_of(self.made.topic)


@pytest.fixture
def desk(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Desk:
    made = make_review(ada)
    tick(made, ada)
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{made.work.uuid}/subnarratives/")
    ready(browser_page)
    return Desk(browser_page, made)


def tick(made: Reviewed, ada: User) -> None:
    """Add ticks of the last sub-narrative to two of Ada's grades."""
    judge, ticks = make_person(ada, made.topic.track), [str(made.parts[2].uuid)]
    rows = [
        NewLabel((made.topic.pk, segment.pk), "2", {"ticks": ticks})
        for segment in (make_segment(made.topic.track, f"doc#{n}") for n in range(2))
    ]
    record_labels(RELEVANCE, judge, rows, now=NOW, actor=ada)


@contextmanager
def other_window(desk: Desk, **options: Any) -> Iterator[Page]:  # noqa: ANN401
    """Open the same page in another window, signed in as the same person."""
    browser = desk.page.context.browser
    assert browser
    storage: Any = desk.page.context.storage_state()
    context = browser.new_context(storage_state=storage, **options)
    try:
        page = context.new_page()
        page.goto(desk.page.url)
        yield page
    finally:
        context.close()


def test_the_whole_review_goes_by_keyboard(desk: Desk) -> None:
    one, _two, three = TEXTS
    desk.chosen(one)
    desk.type("v ArrowDown o")
    desk.write("e", "what helps, 1 v x u")
    desk.shows(one, "what helps, 1 v x u", three)
    desk.chosen("what helps, 1 v x u")
    desk.write("n", "where ice starts")
    desk.chosen("where ice starts")
    desk.type("Shift+ArrowUp Shift+ArrowUp v")
    desk.shows("where ice starts", one, "what helps, 1 v x u", three)
    desk.type("ArrowDown x")
    desk.chosen("what helps, 1 v x u")
    expect(desk.page.locator("[data-count=unset]")).to_have_text("1")
    assert desk.page.get_attribute("html", "data-key-conflicts") is None
    desk.type("d")
    desk.page.wait_for_selector("text=1 sub-narrative has no importance")
    assert [(row.text, row.importance) for row in rows_of(desk.made.topic)] == [
        ("where ice starts", "vital"),
        ("what helps, 1 v x u", "okay"),
        (three, ""),
    ]
    desk.type("Enter")
    desk.page.wait_for_selector("#parts input:focus")
    desk.type("d")
    desk.page.wait_for_selector("text=1 sub-narrative has no importance")
    desk.type("f")
    desk.page.wait_for_selector("button:has-text('Open it again')")
    desk.made.work.refresh_from_db()
    assert desk.made.work.finished_at is not None


def test_undo_and_redo_go_on_after_a_reload(desk: Desk) -> None:
    one, two, three = TEXTS
    desk.type("x")
    desk.type("o")
    desk.shows(two, three)
    desk.saved()
    desk.page.reload()
    ready(desk.page)
    desk.type("u")
    expect(desk.page.locator("[data-count=okay]")).to_have_text("0")
    desk.type("u")
    desk.shows(one, two, three)
    desk.chosen(one)
    desk.type("u")
    expect(desk.page.locator("#live")).to_have_text("Nothing to undo.")
    desk.type("y")
    desk.shows(two, three)
    desk.saved()
    assert desk.texts == [two, three]


def test_dropping_what_one_ticked_warns_with_the_count(desk: Desk) -> None:
    desk.type("ArrowUp x")
    box = desk.page.locator("#box")
    expect(box).to_contain_text("You ticked it in 2 of your grades")
    desk.type("Escape")
    desk.chosen(TEXTS[2])
    desk.type("x Enter")
    desk.shows(*TEXTS[:2])
    desk.saved()
    assert desk.texts == list(TEXTS[:2])


def test_words_that_are_there_already_are_refused_at_once(desk: Desk) -> None:
    desk.write("e", f'  "{TEXTS[1].upper()}" ')
    expect(desk.page.locator("#box-error")).to_contain_text("in these words already")
    desk.type("Escape")
    desk.shows(*TEXTS)
    desk.chosen(TEXTS[0])
    assert revision_of(desk.made.topic) == 1


def test_a_dead_server_loses_nothing(desk: Desk) -> None:
    page = desk.page
    page.context.set_offline(True)
    desk.write("n", "written in the dark")
    desk.write("e", "written twice")
    desk.type("v")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    assert desk.texts == list(TEXTS)
    page.context.set_offline(False)
    desk.saved()
    assert desk.texts == [TEXTS[0], "written twice", *TEXTS[1:]]
    assert rows_of(desk.made.topic)[1].importance == "vital"
    assert SubnarrativeEdit.objects.filter(action="add").count() == 1


def test_what_waits_is_shown_and_sent_after_a_reload(desk: Desk) -> None:
    page = desk.page
    page.route("**/api/work/**", lambda route: route.abort())
    desk.write("n", "written in the dark")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    page.reload()
    desk.shows(TEXTS[0], "written in the dark", *TEXTS[1:])
    page.unroute("**/api/work/**")
    page.locator("#save-state button").click()
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


def test_another_windows_words_are_shown_beside_mine(desk: Desk) -> None:
    with other_window(desk) as second:
        Desk(second, desk.made).write("e", "theirs")
        expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    desk.write("e", "mine")
    notice = desk.page.locator("#unsent li")
    expect(notice).to_contain_text("stands at: “theirs”, no importance.")
    expect(notice).to_contain_text("in other words: “mine”")
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
    page.route("**/api/work/**", lambda route: route.abort())
    desk.write("e", "mine")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    name_subnarratives(desk.made.topic, [("from a file", False)], now=NOW)
    page.goto(live_server.url)
    page.unroute("**/api/work/**")
    page.reload()
    notice = page.locator("#unsent li")
    expect(notice).to_contain_text("in other words: “mine”")
    expect(notice).to_contain_text(f"stands at: “{TEXTS[0]}”, no importance.")
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


def test_the_mouse_does_it_too(desk: Desk) -> None:
    page = desk.page
    page.get_by_text(TEXTS[1]).click()
    page.get_by_role("button", name="vital").click()
    page.get_by_role("button", name="edit").click()
    page.fill("#box-words", "clicked")
    page.get_by_role("button", name="Save").click()
    desk.saved()
    assert rows_of(desk.made.topic)[1][1:] == ("clicked", "vital")
    page.get_by_role("button", name="drop").click()
    desk.type("Space Enter Escape")
    desk.shows(TEXTS[0], TEXTS[2])
    desk.chosen(TEXTS[2])


def test_typing_in_the_box_does_nothing_else(desk: Desk) -> None:
    desk.type("n")
    desk.page.wait_for_selector("#box-words:focus")
    desk.page.keyboard.type("1 v o x u d")
    desk.type("Escape n")
    expect(desk.page.locator("#box-words")).to_have_value("1 v o x u d")
    desk.page.get_by_role("link", name="Discard").click()
    desk.type("n")
    expect(desk.page.locator("#box-words")).to_have_value("")
    desk.type("Escape")
    desk.shows(*TEXTS)
    assert revision_of(desk.made.topic) == 1


def test_it_is_done_without_script(desk: Desk) -> None:
    with other_window(desk, java_script_enabled=False) as page:
        page.get_by_role("button", name="vital", exact=False).first.click()
        page.get_by_role("button", name="new below").click()
        page.fill("#box-words", "by hand")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="down").click()
        page.get_by_text(TEXTS[2]).click()
        page.get_by_role("button", name="drop").click()
        page.get_by_role("button", name="Drop it").click()
        page.get_by_role("button", name="undo").click()
        page.get_by_role("link", name="Done").click()
        page.get_by_role("button", name="Finish the review").click()
        expect(page.locator("main")).to_contain_text("no longer changes the list")
    one, two, three = TEXTS
    assert desk.texts == [one, two, "by hand", three]


def test_a_narrow_screen_fits(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 320, "height": 700})
    desk.type("e")
    expect(desk.page.locator("#box-words")).to_be_focused()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 320
