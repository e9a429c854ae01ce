"""Post-editing a topic with the keyboard alone, in a real browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from nuggets.editing.step import rows_of
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, make_post_edit, texts_of

if TYPE_CHECKING:
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
    page.wait_for_selector(f"#editor [name=seen][value='{revision}']", state="attached")
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
    settled(page, 1)
    write(page, "e", "Fresh water is a lid, 1 v x u")
    settled(page, 2)
    assert focused(page) == "Fresh water is a lid, 1 v x u"
    write(page, "n", "Ice starts at the edges")
    settled(page, 3)
    open_box(page, "t")
    press(page, "b")
    settled(page, 4)
    write(page, "+", "where ice starts")
    settled(page, 5)
    press(page, "Shift+ArrowUp")
    settled(page, 6)
    assert focused(page) == "Ice starts at the edges"
    press(page, "ArrowDown", "ArrowDown", "x")
    settled(page, 7)
    assert focused(page) == TEXTS[2]
    assert [
        (row.importance, bool(row.subnarrative)) for row in rows_of(made.version)
    ] == [
        ("", True),
        ("vital", False),
        ("okay", False),
    ]
    finish(page)
    made.version.refresh_from_db()
    assert made.version.state == "frozen"


def finish(page: "Page") -> None:
    press(page, "d")
    page.wait_for_selector("text=1 nugget has no importance")
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


def test_a_list_that_moved_on_says_so(page: "Page", made: PostEdit, ada: User) -> None:
    from nuggets.editing.edits import add_nugget
    from tests.nuggets.editing.post_edit import act_of

    add_nugget(made.version, "from elsewhere", act=act_of(made.version, ada))
    press(page, "x")
    page.wait_for_selector("text=The list changed since you opened it")
    assert page.is_visible("text=from elsewhere")
    assert len(texts_of(made.version)) == len(TEXTS) + 1


def test_an_edit_that_did_not_arrive_is_said_and_sent_again(
    page: "Page", made: PostEdit
) -> None:
    page.route("**/nuggets/act/", lambda route: route.abort())
    press(page, "v", "ArrowDown", "x")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    assert "NOT saved" in page.inner_text("#save-state")
    page.unroute("**/nuggets/act/")
    page.click("#save-state button")
    settled(page, 2)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2]]
    assert rows_of(made.version)[0].importance == "vital"


def test_an_answer_that_got_lost_counts_once(page: "Page", made: PostEdit) -> None:
    def lose_the_answer(route: "Route") -> None:
        route.fetch()
        route.abort()

    page.route("**/nuggets/act/", lose_the_answer)
    press(page, "ArrowDown", "Shift+ArrowDown")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    page.unroute("**/nuggets/act/")
    page.click("#save-state button")
    settled(page, 1)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2], TEXTS[1]]
    assert focused(page) == TEXTS[1]
