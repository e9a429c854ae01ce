"""Grading segments in a real browser, by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Change
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import RankedList, Segment, Subnarrative, Track
from tests.assess.kinds.relevance.grading import Said, label_relevance
from tests.browser.hands.at_page import hold, press, ready, saved
from tests.make import (
    NOW,
    make_allocation,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
PARTS = ("how ice forms", "what ports do", "what it costs", "bubblers")
TEXT = "Salt water \N{ICE SKATE} freezes late. Salt sinks; salty wind stirs."


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation
    segments: list[Segment]
    parts: list[Subnarrative]

    def label(self, place: int) -> RelevanceLabel | None:
        rows = RelevanceLabel.objects.all()
        found = {cast("RelevanceLabel", row).segment_id: row for row in rows}
        return cast("RelevanceLabel | None", found.get(self.segments[place].pk))

    def values(self) -> list[str]:
        labels = [self.label(place) for place in range(len(self.segments))]
        return [label.value if label else "–" for label in labels]

    def ticks(self, place: int) -> list[int]:
        uuids = [str(part.uuid) for part in self.parts]
        label = self.label(place)
        assert label
        return [uuids.index(tick) for tick in label.details["ticks"]]

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def accepts(self, words: str) -> None:
        expect(self.page.locator(".accept")).to_have_text(f"Enter {words}")

    def no_conflicts(self) -> None:
        twice = "() => document.documentElement.dataset.keyConflicts ?? ''"
        assert self.page.evaluate(twice) == ""


def make_segments(track: Track, count: int = 4) -> list[Segment]:
    segments = []
    for number in range(count):
        made = make_segment(track, f"doc#{number}", TEXT)
        made.title = f"Ice, part {number}"
        made.save(update_fields=["title"])
        segments.append(made)
    return segments


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    parts = [
        Subnarrative.objects.create(
            topic=topic, text=text, folded=text, position=position
        )
        for position, text in enumerate(PARTS)
    ]
    segments = make_segments(track)
    pks = [segment.pk for segment in segments]
    run = make_run(track, "hidden", task="r")
    RankedList.objects.create(run=run, topic=topic, segment_ids=pks, scores=[1.0] * 4)
    allocation = make_allocation(topic, ada, work="relevance")
    segments.sort(key=lambda segment: order_key(allocation.seed, segment.uuid))
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.click("main a.primary")
    done = Work(browser_page, allocation, segments, parts)
    done.position("segment 1 of 4 · 0 graded")
    expect(browser_page.locator("article h2")).to_be_focused()
    return done


def test_ticks_propose_and_enter_accepts(work: Work) -> None:
    work.accepts("accepts nothing yet")
    work.type("a")
    work.accepts("accepts 2")
    work.type("b")
    work.accepts("accepts 3")
    work.type("d")
    work.accepts("accepts 3")
    work.type("e")
    work.accepts("accepts 4")
    expect(work.page.locator("button.proposed")).to_have_attribute("value", "4")
    work.type("b d e Enter")
    work.position("segment 2 of 4 · 1 graded")
    expect(work.page.locator("#live")).to_contain_text("segment 2 of 4. ")
    expect(work.page.locator("article h2")).to_be_focused()
    work.accepts("accepts nothing yet")
    work.type("b a Enter")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["2", "3", "–", "–"]
    assert work.ticks(0) == [0]
    assert work.ticks(1) == [0, 1]
    assert not Change.objects.exclude(active_ms__gte=0, active_ms__lt=60_000)


def test_enter_without_ticks_does_nothing_and_says_why(work: Work) -> None:
    work.type("Enter")
    expect(work.page.locator("#say")).to_contain_text("Nothing is ticked")
    work.position("segment 1 of 4 · 0 graded")
    assert not RelevanceLabel.objects.exists()


def test_no_word_moves_the_grades(work: Work) -> None:
    work.page.set_viewport_size({"width": 1280, "height": 800})
    first = work.page.locator(".labels button").first
    place = first.bounding_box()
    assert place
    work.type("Enter")
    expect(work.page.locator("#say")).to_contain_text("Nothing is ticked")
    assert first.bounding_box() == place
    work.type("a b")
    work.accepts("accepts 3")
    assert first.bounding_box() == place
    work.type("1")
    expect(work.page.locator("#say")).to_contain_text("segment 1: 1, ticks make 3")
    assert first.bounding_box() == place


def test_digits_grade_save_and_go_on(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    expect(work.page.locator('[data-act="note"]')).to_have_text("n note")
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["0", "1", "–", "–"]
    work.no_conflicts()


def test_the_whole_work_is_done_by_keys_alone(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.type("a Enter")
    work.position("segment 4 of 4 · 3 graded")
    work.type("4")
    expect(work.page.locator("h1")).to_have_text("Every segment is graded")
    work.page.wait_for_selector("button[data-key=Enter]")
    work.type("Enter")
    work.page.wait_for_url("**/")
    expect(work.page.locator("h1")).not_to_have_text("Every segment is graded")
    assert Allocation.objects.get().finished_at is not None
    assert work.values() == ["0", "1", "2", "4"]


def test_a_key_pressed_before_the_next_segment_is_there_labels_nothing(
    work: Work,
) -> None:
    page = work.page
    held = hold(page, "**/relevance/*/")
    work.type("2")
    work.position("segment 2 of 4 · 1 graded")
    work.type("3")
    work.saved()
    expect(page.locator("#position")).to_have_text("segment 2 of 4 · 2 graded")
    work.type("0 a")
    expect(page.locator("#say")).to_contain_text("is on its way")
    held[-1].continue_()
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values()[:2] == ["2", "3"]
    assert work.ticks(1) == []
    work.type("0")
    work.saved()
    assert work.values()[:3] == ["2", "3", "0"]


def test_an_override_is_saved_at_once_and_offers_a_note(work: Work) -> None:
    work.type("a 4")
    work.position("segment 2 of 4 · 1 graded")
    work.saved()
    assert work.values()[0] == "4"
    expect(work.page.locator("#say")).to_contain_text("segment 1: 4, ticks make 2")
    offer = work.page.locator('[data-act="note"]')
    expect(offer).to_have_class("offered")
    work.type("n")
    expect(work.page.locator("#noting")).to_be_visible()
    work.page.keyboard.type("covers 1 n 2 things")
    work.type("Enter")
    expect(work.page.locator("#noting")).to_be_hidden()
    expect(offer).to_have_text("n note")
    expect(work.page.locator("#say")).to_have_text("")  # the note is being sent
    work.saved()
    label = work.label(0)
    assert label
    assert label.value == "4"
    assert label.details["note"] == "covers 1 n 2 things"
    assert work.ticks(0) == [0]
    work.position("segment 2 of 4 · 1 graded")
    work.type("a 2")
    work.position("segment 3 of 4 · 2 graded")
    expect(offer).to_have_text("n note")


def test_undo_goes_back_step_by_step(work: Work) -> None:
    work.type("a b Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.type("u")
    work.position("segment 1 of 4 · 0 graded")
    work.accepts("accepts 3")
    work.type("u")
    work.accepts("accepts 2")
    work.saved()
    assert work.values()[0] == ""
    assert work.ticks(0) == [0]
    work.type("u u")
    expect(work.page.locator("#say")).to_contain_text("Nothing to undo")
    work.saved()
    assert work.ticks(0) == []


def test_a_grade_is_taken_back_and_zero_is_a_grade(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("ArrowLeft")
    work.position("segment 1 of 4 · 1 graded")
    work.type("Backspace")
    work.position("segment 1 of 4 · 0 graded")
    work.saved()
    assert work.values()[0] == ""


def test_the_last_grades_are_one_key_away(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("a Enter")
    work.position("segment 3 of 4 · 2 graded")
    work.type("r")
    second, first = (work.segments[place].title for place in (1, 0))
    lines = [re.compile(rf"2 {second} 2 \d s"), re.compile(rf"0 {first} 1 \d s")]
    expect(work.page.locator("#recent li")).to_have_text(lines)
    work.type("3 ArrowDown Enter")
    work.position("segment 1 of 4 · 2 graded")
    expect(work.page.locator("#recent")).to_be_hidden()
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["1", "2", "–", "–"]


def test_ticks_and_place_are_there_after_a_reload(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("b d")
    work.saved()
    work.page.reload()
    work.position("segment 2 of 4 · 1 graded")
    work.accepts("accepts 3")
    work.page.goto(work.page.url.split("/relevance/")[0] + "/")
    work.position("segment 2 of 4 · 1 graded")
    work.type("4")
    work.position("segment 3 of 4 · 2 graded")
    work.type("ArrowLeft")
    work.position("segment 2 of 4 · 2 graded")
    work.saved()
    work.page.reload()
    expect(work.page.locator("button[aria-pressed=true][name=value]")).to_have_text(
        "4 perfectly relevant"
    )


def test_the_mouse_ticks_and_enter_still_accepts(work: Work) -> None:
    work.page.locator(".ticks input").nth(2).click()
    work.accepts("accepts 2")
    work.type("Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.saved()
    assert work.values()[0] == "2"


def test_my_terms_are_marked_and_stepped_through(work: Work) -> None:
    page = work.page
    work.type("/")
    expect(page.locator("#terms")).to_be_focused()
    page.keyboard.type("salt, 1 n 2")
    expect(page.locator("#terms")).to_have_value("salt, 1 n 2")
    expect(page.locator("#hits")).to_have_text("3 hits")
    work.type("Enter")
    expect(page.locator("article h2")).to_be_focused()
    expect(page.locator("mark.mine")).to_have_text(["Salt", "Salt", "salt"])
    work.type(". . ")
    expect(page.locator("mark.here")).to_have_count(1)
    work.type(",")
    work.no_conflicts()
    work.type("1")
    work.position("segment 2 of 4 · 1 graded")
    expect(page.locator("#hits")).to_have_text("3 hits")
    work.saved()
    assert work.values() == ["1", "–", "–", "–"]
    assert work.page.text_content("#passage") == TEXT


def test_typing_in_any_box_judges_nothing(work: Work) -> None:
    page = work.page
    work.type("n")
    page.keyboard.type("1 n 2")
    expect(page.locator("#noting textarea")).to_have_value("1 n 2")
    work.type("Escape")
    page.reload()
    expect(page.locator("article h2")).to_be_focused()
    work.type("n")
    expect(page.locator("#noting textarea")).to_have_value("1 n 2")
    page.get_by_role("button", name="Discard").click()
    work.type("n")
    expect(page.locator("#noting textarea")).to_have_value("")
    work.type("Escape")
    page.focus("#terms")
    page.keyboard.type("1 a 2")
    work.type("Escape")
    work.position("segment 1 of 4 · 0 graded")
    assert not RelevanceLabel.objects.exists()


def test_another_windows_grade_is_shown_beside_mine(work: Work) -> None:
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
    expect(notice).to_contain_text("It stands at: 3 highly relevant")
    expect(notice).to_contain_text("NOT saved: 1 related, 0 ticked for “Ice")
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
    context.route("**/api/**", lambda route: route.abort())
    work.type("3")
    expect(work.page.locator("#save-state")).to_contain_text("NOT saved")
    context.route("**/api/**", lambda route: route.continue_())
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
        expect(notice).to_contain_text("NOT saved: 3 highly relevant, 0 ticked")
        expect(notice).to_contain_text("It stands at: 1 related.")
        expect(home.locator("#save-state")).to_contain_text("NOT saved: 1 for you")
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


def test_a_dead_server_loses_nothing(work: Work) -> None:
    page = work.page
    ready(page)
    page.context.set_offline(True)
    work.type("a Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.type("0")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
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
    work.type("1 c")
    page.keyboard.type("Is this ")
    held[0].continue_()
    expect(page.locator("#save-state")).to_contain_text("you are signed out")
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


def test_it_grades_without_script(live_server: LiveServer, work: Work) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(work.page.url)
        page.locator(".ticks input").nth(1).check()
        page.fill("#plain-note", "by hand")
        page.get_by_role("button", name="2 relevant", exact=True).click()
        expect(page.locator("#position")).to_have_text("segment 2 of 4 · 1 graded")
        page.get_by_role("link", name="recent").click()
        expect(page.locator(".recents li")).to_have_count(1)
    finally:
        context.close()
    assert work.values()[0] == "2"
    assert work.ticks(0) == [1]
