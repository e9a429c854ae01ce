"""A post-edit survives other windows, other people, and a failing server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from nuggets.editing.steps.lists import add_nugget
from nuggets.editing.steps.step import rows_of
from nuggets.editing.steps.texts import reword_nugget
from nuggets.models import Edit
from tests.browser.hands.nugget_list import focused, open_box, settled, write
from tests.browser.hands.page import (
    hold,
    intercept,
    press,
    retry,
    turned,
    with_clock,
)
from tests.browser.rooms.server import Server
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
def page(made: PostEdit, open_page: Callable[[str], Page]) -> Page:
    return open_page(f"/work/{made.work.uuid}/nuggets/")


def test_what_another_did_meanwhile_is_shown_with_ones_own(
    page: Page, made: PostEdit, ada: User
) -> None:
    first = rows_of(made.version)[0].nugget
    reword_nugget(made.version, first, "her words", act=act_of(made.version, ada))
    write(page, "e", "my words")
    refused = page.locator("#unsent li")
    refused.wait_for()
    assert "“my words”" in refused.inner_text()
    assert "The list was changed since you opened it." in refused.inner_text()
    assert "is now: okay, unmapped, “her words”" in refused.inner_text()
    settled(page, 1)
    assert texts_of(made.version)[0] == "her words"
    page.reload()
    page.wait_for_selector("#unsent li:has-text('my words')")
    page.click("#unsent button:has-text('Keep mine')")
    settled(page, 2)
    assert texts_of(made.version)[0] == "my words"
    page.wait_for_selector("#unsent li", state="detached")


def test_the_current_nugget_may_be_left_unchanged(
    page: Page, made: PostEdit, ada: User
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
    page: Page, made: PostEdit, ada: User
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


def test_another_tab_keeps_up(page: Page, made: PostEdit) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    press(page, "v")
    settled(page, 1)
    settled(other, 1)
    press(other, "x")
    settled(page, 2)
    assert texts_of(made.version) == list(TEXTS[1:])
    assert not page.is_visible("#unsent li")


def test_an_answer_that_got_lost_counts_once(page: Page, made: PostEdit) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    intercept(page, "**/api/work/**", lose_the_answer)
    press(page, "ArrowDown Shift+ArrowDown")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    page.unroute("**/api/work/**")
    retry(page)
    settled(page, 1)
    assert texts_of(made.version) == [TEXTS[0], TEXTS[2], TEXTS[1]]
    assert focused(page) == TEXTS[1]


def test_an_ended_session_is_signed_in_over_the_page(
    page: Page, made: PostEdit
) -> None:
    Session.objects.all().delete()
    write(page, "e", "written signed out")
    page.wait_for_selector("#sign-in-again[open]")
    page.fill("#sign-in-again [name=password]", "ada")
    page.click("#sign-in-again button.primary")
    settled(page, 1)
    assert texts_of(made.version)[0] == "written signed out"


def test_what_was_done_offline_is_drawn_kept_and_saved_once(
    page: Page, made: PostEdit
) -> None:
    context = page.context
    context.set_offline(True)
    write(page, "e", "in other words")
    press(page, "v")
    write(page, "n", "mine")
    press(page, "Shift+ArrowDown o")
    page.wait_for_selector("#save-state[data-state=unsaved]")
    drawn = page.locator("#editor .nugget .text").all_inner_texts()
    assert drawn == ["in other words", TEXTS[1], "mine", TEXTS[2]]
    assert texts_of(made.version) == list(TEXTS)
    page.close()  # the tab is closed, with all that it knew
    context.set_offline(False)
    again = context.new_page()
    again.goto(page.url)
    settled(again, 5)
    assert texts_of(made.version) == ["in other words", TEXTS[1], "mine", TEXTS[2]]
    importances = [row.importance for row in rows_of(made.version)]
    assert importances == ["vital", "okay", "okay", "okay"]
    assert Edit.objects.count() == 5


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(database_url, tmp_path)
    server.start()
    yield server
    server.kill()


def test_a_server_killed_between_key_and_save_gets_the_edit_once_after(
    made: PostEdit, server: Server, ada_client: Client, browser_page: Page
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
    page.wait_for_selector("#save-state:has-text('kept here')")
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


def test_a_list_that_takes_long_is_waited_for(page: Page, made: PostEdit) -> None:
    with with_clock(page) as tab:
        held = hold(tab, "**/nuggets/list/**")
        for key in "vo":
            with tab.expect_request("**/nuggets/list/**"):
                press(tab, key)
        tab.clock.fast_forward(15_000)  # longer than the pause before a retry
        turned(tab)
        assert len(held) == 2
        held[-1].continue_()
        settled(tab, 2)
    assert rows_of(made.version)[0].importance == "okay"
