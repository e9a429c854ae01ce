"""Post-editing a topic with the keyboard alone, in a real browser."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from nuggets.editing.edits import add_nugget
from nuggets.editing.step import rows_of
from nuggets.editing.wording import reword_nugget
from nuggets.models import Edit, NuggetSource
from tests.browser.server import Server
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    act_of,
    make_post_edit,
    texts_of,
)

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> PostEdit:
    return make_post_edit(ada)


@pytest.fixture
def page(
    made: PostEdit,
    live_server: LiveServer,
    sign_in: Callable[["Page", str], None],
    browser_page: "Page",
) -> "Page":
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{made.work.uuid}/nuggets/")
    return browser_page


def settled(page: "Page", revision: int) -> None:
    page.wait_for_selector(f"#editor[data-seen='{revision}']", state="attached")
    page.wait_for_function(
        "() => !document.querySelector('.htmx-settling, .htmx-swapping')"
    )


def focused(page: "Page") -> str:
    text: str = page.evaluate(
        "document.activeElement.closest('.nugget')?.querySelector('.text').textContent"
    )
    return text


def press(page: "Page", *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def open_box(page: "Page", key: str) -> None:
    press(page, key)
    page.wait_for_selector("#box-words:focus")


def write(page: "Page", key: str, words: str) -> None:
    open_box(page, key)
    press(page, "Control+a")
    page.keyboard.type(words)
    press(page, "Enter")


def test_the_whole_job_goes_by_keyboard(page: "Page", made: PostEdit) -> None:
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
    press(page, "ArrowDown", "ArrowDown", "x")
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


def split_and_merge(page: "Page") -> None:
    open_box(page, "s")
    press(page, "Control+ArrowRight", "Enter", "Control+Enter")
    settled(page, 8)
    assert focused(page) == "Bubblers"
    press(page, "Space", "ArrowDown", "Space")
    open_box(page, "m")
    assert page.input_value("#box-words") == "Bubblers; lift warmer water"
    page.keyboard.type(" raise warm water")
    press(page, "Enter")
    settled(page, 9)
    assert focused(page) == "Bubblers raise warm water"


def take_a_sentence(page: "Page", made: PostEdit) -> None:
    press(page, "p")
    page.wait_for_selector("input[name=span]:focus")
    press(page, "ArrowDown", "Enter")
    settled(page, 10)
    assert focused(page) == "No."
    source = NuggetSource.objects.get(nugget__text="No.")
    assert made.segments[2].text[source.start : source.end] == "No."


def test_it_opens_at_the_nugget_that_one_was_at(
    page: "Page", made: PostEdit, live_server: LiveServer
) -> None:
    press(page, "ArrowDown", "v")
    settled(page, 1)
    page.goto(f"{live_server.url}/")
    page.click(f"a[href='/work/{made.work.uuid}/'] >> nth=0")
    page.wait_for_selector("#editor")
    assert focused(page) == TEXTS[1]
    press(page, "ArrowDown", "w")
    page.wait_for_selector("h1:has-text('What changed since the draft')")
    press(page, "w")
    page.wait_for_selector("#editor")
    assert focused(page) == TEXTS[2]
    page.reload()
    assert focused(page) == TEXTS[2]


def test_each_edit_is_said(page: "Page") -> None:
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
    page: "Page", made: PostEdit
) -> None:
    segment = made.segments[0]
    segment.text = "Ice floats. " * 600
    segment.save(update_fields=["text"])
    page.set_viewport_size({"width": 1280, "height": 640})
    page.reload()
    press(page, "PageDown")
    assert page.evaluate("() => document.getElementById('passages').scrollTop") > 100
    press(page, "PageUp")
    assert page.evaluate("() => document.getElementById('passages').scrollTop") == 0
    assert focused(page) == TEXTS[0]
    page.evaluate("() => document.querySelector('.listing').scrollTo(0, 9999)")
    expect(page.locator("[data-fold=narrative] p")).to_be_in_viewport()
    press(page, "i")
    expect(page.locator("[data-fold=narrative] p")).to_be_hidden()


def finish(page: "Page") -> None:
    press(page, "d")
    page.wait_for_selector("text=2 nuggets have no importance")
    press(page, "Enter")
    page.wait_for_selector("button:has-text('Open it again')")


def test_the_legend_writes_keys_as_the_buttons_do(page: "Page") -> None:
    press(page, "?")
    page.wait_for_selector("#keys[open]")
    legend = page.inner_text("#keys dl")
    assert "Shift ↑" in legend
    assert "Arrow" not in legend
    assert "Done …" in legend


def test_undo_and_redo_lead_back_and_forth(page: "Page", made: PostEdit) -> None:
    press(page, "ArrowDown", "x")
    settled(page, 1)
    assert focused(page) == TEXTS[2]
    press(page, "u")
    settled(page, 2)
    assert focused(page) == TEXTS[1]
    press(page, "y")
    settled(page, 3)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2]]
    assert "saved" in page.inner_text("#save-state")
    assert page.get_attribute("html", "data-key-conflicts") is None


def test_a_hand_faster_than_the_network_still_hits_what_it_aimed_at(
    page: "Page", made: PostEdit
) -> None:
    press(page, "v", "ArrowDown", "v", "ArrowDown", "v")
    settled(page, 3)
    assert [row.importance for row in rows_of(made.version)] == ["vital"] * 3
    assert focused(page) == TEXTS[2]


def test_escape_leaves_the_words_as_they_were(page: "Page", made: PostEdit) -> None:
    open_box(page, "e")
    page.keyboard.type("gone")
    press(page, "Escape")
    assert focused(page) == TEXTS[0]
    assert page.is_visible(f"text={TEXTS[0]}")
    assert texts_of(made.version) == list(TEXTS)


def test_unsaved_words_stop_every_other_action(page: "Page", made: PostEdit) -> None:
    open_box(page, "e")
    page.keyboard.type("kept ")
    page.click("button[value=delete]")
    page.wait_for_selector("#box-words:focus")
    assert "kept " in page.input_value("#box-words")
    assert len(texts_of(made.version)) == len(TEXTS)


def test_choosing_a_nugget_brings_its_source_forward(
    page: "Page", made: PostEdit
) -> None:
    press(page, "ArrowDown", "ArrowDown")
    source = made.segments[2]
    page.wait_for_selector(f"#passage[data-uuid='{source.uuid}'] mark:has-text('lift')")
    assert focused(page) == TEXTS[2]


def test_what_another_did_meanwhile_is_shown_with_ones_own(
    page: "Page", made: PostEdit, ada: User
) -> None:
    first = rows_of(made.version)[0].nugget
    reword_nugget(made.version, first, "her words", act=act_of(made.version, ada))
    write(page, "e", "my words")
    refused = page.locator("#unsent li")
    refused.wait_for()
    assert "“my words”" in refused.inner_text()
    assert "The list was changed since you opened it." in refused.inner_text()
    assert "stands at: okay, unmapped, “her words”" in refused.inner_text()
    settled(page, 1)
    assert texts_of(made.version)[0] == "her words"
    page.reload()
    page.wait_for_selector("#unsent li:has-text('my words')")
    page.click("#unsent button:has-text('Try again')")
    settled(page, 2)
    assert texts_of(made.version)[0] == "my words"
    page.wait_for_selector("#unsent li", state="detached")


def test_what_stands_may_be_left_as_it_is(
    page: "Page", made: PostEdit, ada: User
) -> None:
    add_nugget(made.version, "from elsewhere", act=act_of(made.version, ada))
    press(page, "x")
    page.click("#unsent button:has-text('Discard')")
    settled(page, 1)
    assert page.is_visible("text=from elsewhere")
    assert len(texts_of(made.version)) == len(TEXTS) + 1
    press(page, "x")
    settled(page, 2)
    assert texts_of(made.version) == [*TEXTS[1:], "from elsewhere"]


def test_words_being_written_outlast_what_another_did(
    page: "Page", made: PostEdit, ada: User
) -> None:
    add_nugget(made.version, "from elsewhere", act=act_of(made.version, ada))
    press(page, "v")
    open_box(page, "e")
    page.keyboard.type(" and mine")
    page.wait_for_selector("#unsent li")
    settled(page, 1)
    page.wait_for_selector("#box-words:focus")
    assert page.input_value("#box-words") == f"{TEXTS[0]} and mine"
    press(page, "Enter")
    settled(page, 2)
    assert texts_of(made.version)[0] == f"{TEXTS[0]} and mine"


def test_another_tab_keeps_up(page: "Page", made: PostEdit) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    press(page, "v")
    settled(page, 1)
    settled(other, 1)
    press(other, "x")
    settled(page, 2)
    assert texts_of(made.version) == list(TEXTS[1:])
    assert not page.is_visible("#unsent li")


def test_an_answer_that_got_lost_counts_once(page: "Page", made: PostEdit) -> None:
    def lose_the_answer(route: "Route") -> None:
        route.fetch()
        route.abort()

    page.route("**/api/work/**", lose_the_answer)
    press(page, "ArrowDown", "Shift+ArrowDown")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    page.unroute("**/api/work/**")
    page.click("#save-state button")
    settled(page, 1)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2], TEXTS[1]]
    assert focused(page) == TEXTS[1]


def test_an_ended_session_is_signed_in_over_the_page(
    page: "Page", made: PostEdit
) -> None:
    Session.objects.all().delete()
    write(page, "e", "written signed out")
    page.wait_for_selector("#sign-in-again[open]")
    page.fill("#sign-in-again [name=password]", "ada")
    page.click("#sign-in-again button.primary")
    settled(page, 1)
    assert texts_of(made.version)[0] == "written signed out"


def test_what_was_done_offline_is_drawn_kept_and_saved_once(
    page: "Page", made: PostEdit
) -> None:
    context = page.context
    context.set_offline(True)
    write(page, "e", "in other words")
    press(page, "v")
    write(page, "n", "mine")
    press(page, "Shift+ArrowDown", "o")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    drawn = page.locator("#editor .nugget .text").all_inner_texts()
    assert drawn == ["in other words", TEXTS[1], "mine", TEXTS[2]]
    assert texts_of(made.version) == list(TEXTS)
    page.close()  # the tab is gone, and all that it knew
    context.set_offline(False)
    again = context.new_page()
    again.goto(page.url)
    settled(again, 5)
    assert texts_of(made.version) == ["in other words", TEXTS[1], "mine", TEXTS[2]]
    importances = [row.importance for row in rows_of(made.version)]
    assert importances == ["vital", "okay", "okay", "okay"]
    assert Edit.objects.count() == 5


def test_undo_goes_back_beyond_a_reload(page: "Page", made: PostEdit) -> None:
    press(page, "v")
    write(page, "e", "other words")
    settled(page, 2)
    page.reload()
    press(page, "u")
    settled(page, 3)
    assert focused(page) == TEXTS[0]
    page.reload()
    press(page, "u", "y", "y")
    settled(page, 6)
    assert texts_of(made.version)[0] == "other words"
    assert rows_of(made.version)[0].importance == "vital"


def test_choosing_a_sentence_by_mouse_offers_a_nugget(
    page: "Page", made: PostEdit
) -> None:
    segment = made.segments[0]
    segment.text = "🧊 Ice floats. It melts. It melts. Late."
    segment.save(update_fields=["text"])
    page.reload()
    page.locator(".sentence", has_text="It melts.").nth(1).click()
    page.click("button:has-text('Make a nugget of this')")
    settled(page, 1)
    source = NuggetSource.objects.get(nugget__text="It melts.")
    assert (source.segment, source.start, source.end) == (segment, 24, 33)
    press(page, "p")
    page.wait_for_selector("input[name=span]:focus")
    press(page, "Escape")
    assert focused(page) == "It melts."


def test_several_sentences_or_dragged_words_are_one_nugget(
    page: "Page", made: PostEdit
) -> None:
    segment = made.segments[0]
    segment.text = "🧊 Ice floats. It melts. It melts. Late."
    segment.save(update_fields=["text"])
    page.reload()
    page.locator(".sentence", has_text="Ice floats.").click()
    press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowUp", "Enter")
    settled(page, 1)
    assert focused(page) == "🧊 Ice floats. It melts."
    assert texts_of(made.version)[0] == TEXTS[0]
    last = page.locator(".sentence", has_text="Late").bounding_box()
    assert last
    page.mouse.dblclick(last["x"] + 8, last["y"] + last["height"] / 2)
    page.click("button:has-text('Make a nugget of this')")
    settled(page, 2)
    source = NuggetSource.objects.get(nugget__text="Late")
    assert (source.start, source.end) == (34, 38)


def test_near_duplicates_are_joined(page: "Page", made: PostEdit) -> None:
    write(page, "n", f"{TEXTS[0]}.")
    settled(page, 1)
    joined = page.locator(".nugget:has(.bracket) .text").all_inner_texts()
    assert joined == [TEXTS[0], f"{TEXTS[0]}."]


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(database_url, tmp_path)
    server.start()
    yield server
    server.kill()


def test_a_server_killed_between_key_and_save_gets_the_edit_once_after(
    made: PostEdit, server: Server, ada_client: Client, browser_page: "Page"
) -> None:
    page = browser_page
    name = settings.SESSION_COOKIE_NAME
    cookie: SetCookieParam = {
        "name": name,
        "value": ada_client.cookies[name].value,
        "url": server.url,
    }
    page.context.add_cookies([cookie])
    address = f"{server.url}/work/{made.work.uuid}/nuggets/"
    page.goto(address)
    server.kill()
    write(page, "e", "said to a dead server")
    press(page, "v")
    page.wait_for_selector("#save-state:has-text('NOT saved')")
    with contextlib.suppress(Exception):  # no server, no page
        page.reload()
    assert texts_of(made.version) == list(TEXTS)
    server.start()
    page.goto(address)
    settled(page, 2)
    assert texts_of(made.version)[0] == "said to a dead server"
    assert rows_of(made.version)[0].importance == "vital"
    assert list(Edit.objects.values_list("action", flat=True)) == [
        "reword",
        "importance",
    ]
