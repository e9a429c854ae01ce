"""Post-editing a topic with the keyboard alone, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from nuggets.editing.steps.step import rows_of
from nuggets.models import NuggetSource
from tests.browser.hands.nugget_list import (
    focus_is_on,
    focused,
    open_box,
    settled,
    write,
)
from tests.browser.hands.page import press
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    make_post_edit,
    texts_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> PostEdit:
    return make_post_edit(ada)


@pytest.fixture
def page(made: PostEdit, open_page: Callable[[str], Page]) -> Page:
    return open_page(f"/work/{made.work.uuid}/nuggets/")


def test_the_whole_job_goes_by_keyboard(page: Page, made: PostEdit) -> None:
    assert focused(page) == TEXTS[0]
    press(page, "v")
    write(page, "e", "Fresh water is a lid, 1 v x u")
    settled(page, 2)
    assert focused(page) == "Fresh water is a lid, 1 v x u"
    write(page, "n", "Ice starts at the edges")
    open_box(page, "t")
    press(page, "b")
    write(page, "+", "where ice starts")
    press(page, "Shift+ArrowUp")
    settled(page, 6)
    assert focused(page) == "Ice starts at the edges"
    press(page, "ArrowDown ArrowDown x")
    settled(page, 7)
    assert focused(page) == TEXTS[2]
    split_and_merge(page)
    take_a_sentence(page, made)
    assert [
        (row.importance, bool(row.subnarrative)) for row in rows_of(made.version)
    ] == [
        ("", True),
        ("vital", False),
        ("okay", False),
        ("", False),
    ]
    press(page, "w")
    page.wait_for_selector("h1:has-text('What changed since the draft')")
    press(page, "w")
    page.wait_for_selector("#editor")
    finish(page)
    made.version.refresh_from_db()
    assert made.version.state == "frozen"


def split_and_merge(page: Page) -> None:
    open_box(page, "s")
    press(page, "Control+ArrowRight Enter Control+Enter")
    settled(page, 8)
    assert focused(page) == "Bubblers"
    press(page, "Space ArrowDown Space")
    open_box(page, "m")
    assert page.input_value("#box-words") == "Bubblers; lift warmer water"
    page.keyboard.type(" raise warm water")
    press(page, "Enter")
    settled(page, 9)
    assert focused(page) == "Bubblers raise warm water"


def take_a_sentence(page: Page, made: PostEdit) -> None:
    press(page, "p")
    page.wait_for_selector("input[name=span]:focus")
    press(page, "ArrowDown Enter")
    settled(page, 10)
    assert focused(page) == "No."
    source = NuggetSource.objects.get(nugget__text="No.")
    assert made.segments[2].text[source.start : source.end] == "No."


def test_it_opens_at_the_nugget_that_one_was_at(
    page: Page, made: PostEdit, live_server: LiveServer
) -> None:
    press(page, "ArrowDown v")
    settled(page, 1)
    page.goto(f"{live_server.url}/")
    page.click(f"a[href='/work/{made.work.uuid}/'] >> nth=0")
    page.wait_for_selector("#editor")
    assert focused(page) == TEXTS[1]
    press(page, "ArrowDown w")
    page.wait_for_selector("h1:has-text('What changed since the draft')")
    press(page, "w")
    page.wait_for_selector("#editor")
    assert focused(page) == TEXTS[2]
    page.reload()
    assert focused(page) == TEXTS[2]


def test_a_count_of_what_is_open_leads_to_the_first_of_it(page: Page) -> None:
    unmapped = page.locator(".counts a[data-leads]")
    press(page, "ArrowDown ArrowDown")
    focus_is_on(page, TEXTS[2])
    unmapped.focus()
    press(page, "Enter")
    focus_is_on(page, TEXTS[0])
    open_box(page, "t")
    press(page, "b")
    settled(page, 1)
    press(page, "ArrowDown")
    unmapped.click()
    focus_is_on(page, TEXTS[1])


def test_each_edit_is_said(page: Page) -> None:
    live = page.locator("#live")
    for key, said in (
        ("o", "okay: nugget 1"),
        ("Shift+ArrowDown", "moved down: now nugget 2"),
        ("x", f"deleted: {TEXTS[0]}"),
        ("u", f"undone: deletion of “{TEXTS[0]}”"),
        ("y", f"done again: deletion of “{TEXTS[0]}”"),
        ("y", "Nothing to redo."),
    ):
        press(page, key)
        expect(live).to_have_text(said)


def test_the_topic_stays_and_the_passage_scrolls_while_the_list_has_the_focus(
    page: Page, made: PostEdit
) -> None:
    segment = made.segments[0]
    segment.text = "Ice floats. " * 600
    segment.save(update_fields=["text"])
    page.set_viewport_size({"width": 1280, "height": 640})
    page.reload()
    press(page, "PageDown")
    page.wait_for_function("() => document.getElementById('passages').scrollTop > 100")
    press(page, "PageUp")
    page.wait_for_function("() => document.getElementById('passages').scrollTop === 0")
    assert focused(page) == TEXTS[0]
    page.evaluate("() => document.querySelector('.listing').scrollTo(0, 9999)")
    expect(page.locator("[data-fold=narrative] p")).to_be_hidden()
    press(page, "i")
    expect(page.locator("[data-fold=narrative] p")).to_be_in_viewport()


def finish(page: Page) -> None:
    press(page, "d")
    page.wait_for_selector("text=2 nuggets have no importance")
    press(page, "f")
    page.wait_for_selector("button:has-text('Open it again')")


def test_the_legend_writes_keys_as_the_buttons_do(page: Page) -> None:
    press(page, "?")
    page.wait_for_selector("#keys[open]")
    legend = page.inner_text("#keys dl")
    assert "Shift ↑" in legend
    assert "Arrow" not in legend
    assert "Done …" in legend


def test_undo_and_redo_lead_back_and_forth(page: Page, made: PostEdit) -> None:
    press(page, "ArrowDown x")
    settled(page, 1)
    assert focused(page) == TEXTS[2]
    press(page, "u")
    settled(page, 2)
    assert focused(page) == TEXTS[1]
    press(page, "y")
    settled(page, 3)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2]]
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")
    assert page.get_attribute("html", "data-key-conflicts") is None


def test_a_hand_faster_than_the_network_still_hits_what_it_aimed_at(
    page: Page, made: PostEdit
) -> None:
    press(page, "v ArrowDown v ArrowDown v")
    settled(page, 3)
    assert [row.importance for row in rows_of(made.version)] == ["vital"] * 3
    assert focused(page) == TEXTS[2]


def test_escape_keeps_half_written_words_for_later(page: Page, made: PostEdit) -> None:
    open_box(page, "e")
    page.keyboard.type(" half")
    press(page, "Escape")
    focus_is_on(page, TEXTS[0])
    assert page.is_visible(f"text={TEXTS[0]}")
    page.reload()
    open_box(page, "e")
    assert page.input_value("#box-words") == f"{TEXTS[0]} half"
    page.click("text=Discard")
    open_box(page, "e")
    assert page.input_value("#box-words") == TEXTS[0]
    assert texts_of(made.version) == list(TEXTS)


def test_unsaved_words_stop_every_other_action(page: Page, made: PostEdit) -> None:
    open_box(page, "e")
    page.keyboard.type("kept ")
    page.click("button[value=delete]")
    page.wait_for_selector("#box-words:focus")
    assert "kept " in page.input_value("#box-words")
    assert len(texts_of(made.version)) == len(TEXTS)


def test_undo_goes_back_beyond_a_reload(page: Page, made: PostEdit) -> None:
    press(page, "v")
    write(page, "e", "other words")
    settled(page, 2)
    page.reload()
    press(page, "u")
    settled(page, 3)
    assert focused(page) == TEXTS[0]
    page.reload()
    press(page, "u y y")
    settled(page, 6)
    assert texts_of(made.version)[0] == "other words"
    assert rows_of(made.version)[0].importance == "vital"


def test_near_duplicates_are_joined(page: Page, made: PostEdit) -> None:
    write(page, "n", f"{TEXTS[0]}.")
    settled(page, 1)
    joined = page.locator(".nugget:has(.bracket) .text").all_inner_texts()
    assert joined == [TEXTS[0], f"{TEXTS[0]}."]
