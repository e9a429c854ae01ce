"""The nugget list with fast typing: keys before the list or a passage is loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.kernel.order import order_key
from nuggets.editing.steps.step import rows_of
from tests.browser.hands.page import held_up, hold, press, ready, saved
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    make_post_edit,
    texts_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from runs.models import Segment

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

ONE, TWO, THREE = TEXTS[:3]
API = "**/api/work/**"
LIST = "**/nuggets/list/**"
PASSAGES = "**/nuggets/passages/**"


@pytest.fixture
def made(transactional_db: None, ada: User) -> PostEdit:
    return make_post_edit(ada)


@pytest.fixture
def page(made: PostEdit, open_page: Callable[[str], Page]) -> Page:
    show_first(made, made.segments[0])
    page = open_page(f"/work/{made.work.uuid}/nuggets/")
    ready(page)
    return page


def show_first(made: PostEdit, segment: Segment) -> None:
    """Give the work a seed that puts a passage before the others."""
    everyone = [each.uuid for each in made.segments]
    made.work.seed = next(
        seed
        for seed in map(str, count(1))
        if min(everyone, key=partial(order_key, seed)) == segment.uuid
    )
    made.work.save(update_fields=["seed"])


def chosen(page: Page, text: str) -> None:
    row = page.locator("#editor .nugget:has([name=nugget]:checked) .text")
    expect(row).to_have_text(text)


def says(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_have_text(words)


def same(page: Page, made: PostEdit) -> None:
    """Check that the page shows the database's content."""
    saved(page)
    rows = rows_of(made.version)
    texts = page.locator("#editor .nuggets .text")
    expect(texts).to_have_text(texts_of(made.version))
    expect(page.locator("#editor .nuggets .importance")).to_have_text(
        [row.importance or "–" for row in rows]
    )


def finish(page: Page, route: Route) -> None:
    """Let a request complete."""
    with page.expect_event("requestfinished"):
        route.continue_()


def test_the_answer_to_an_undo_does_not_move_a_choice_made_since(
    page: Page, made: PostEdit
) -> None:
    press(page, "v")
    saved(page)
    sent, lists = hold(page, API), hold(page, LIST)
    press(page, "u ArrowDown")
    finish(page, held_up(page, sent, 1))
    press(page, "ArrowDown")
    finish(page, held_up(page, lists, 1))
    chosen(page, THREE)
    page.unroute(API)
    page.unroute(LIST)
    press(page, "x")
    same(page, made)
    assert THREE not in texts_of(made.version)


def test_the_answer_to_the_first_undo_does_not_lead_back_from_the_second(
    page: Page, made: PostEdit
) -> None:
    press(page, "v ArrowDown v ArrowUp")
    saved(page)
    sent, lists = hold(page, API), hold(page, LIST)
    press(page, "u u")
    finish(page, held_up(page, sent, 1))
    held_up(page, sent, 2)
    press(page, "ArrowDown ArrowDown")
    finish(page, sent[1])
    finish(page, held_up(page, lists, 1))
    page.unroute(API)
    page.unroute(LIST)
    expect(page.locator("#editor .vital")).to_have_count(0)
    chosen(page, THREE)
    same(page, made)


def test_an_edit_made_while_the_list_comes_is_not_drawn_over(
    page: Page, made: PostEdit
) -> None:
    lists = hold(page, LIST)
    press(page, "v")
    first = held_up(page, lists, 1)
    press(page, "ArrowDown o")
    second = held_up(page, lists, 2)
    finish(page, second)
    finish(page, first)
    page.unroute(LIST)
    chosen(page, TWO)
    same(page, made)


def test_a_list_that_cannot_be_loaded_is_asked_for_until_it_comes(
    page: Page, made: PostEdit
) -> None:
    lists = hold(page, LIST)
    press(page, "v")
    held_up(page, lists, 1).fulfill(status=500)
    says(page, "The list cannot be loaded: it is tried again by itself.")
    held_up(page, lists, 2).abort()
    page.unroute(LIST)
    page.wait_for_selector("#editor[data-seen='1']")
    says(page, "")
    same(page, made)


def test_a_passage_that_fails_is_said_and_can_be_asked_for_again(
    page: Page, made: PostEdit
) -> None:
    held = hold(page, PASSAGES)
    here = page.get_attribute("#passage", "data-uuid")
    press(page, "]")
    held_up(page, held, 1)
    press(page, "]")
    says(page, "The next passage is loading: press again then.")
    held[0].fulfill(status=500)
    says(page, "The passage cannot be loaded: try again.")
    press(page, "]")
    held_up(page, held, 2).continue_()
    expect(page.locator("#passage")).not_to_have_attribute("data-uuid", str(here))
    says(page, "")


def test_an_overtaken_passage_is_dropped(page: Page, made: PostEdit) -> None:
    held = hold(page, PASSAGES)
    press(page, "]")
    asked = held_up(page, held, 1)
    press(page, "ArrowDown ArrowDown")
    source = str(made.segments[2].uuid)
    finish(page, held_up(page, held, 2))
    expect(page.locator("#passage")).to_have_attribute("data-uuid", source)
    finish(page, asked)
    expect(page.locator("#passage")).to_have_attribute("data-uuid", source)


def test_a_held_key_moves_a_nugget_once_and_not_the_choice(
    page: Page, made: PostEdit
) -> None:
    page.keyboard.down("Shift")
    for _repeat in range(3):
        page.keyboard.down("ArrowDown")
    page.keyboard.up("ArrowDown")
    page.keyboard.up("Shift")
    chosen(page, ONE)
    saved(page)
    assert texts_of(made.version)[:3] == [TWO, ONE, THREE]
    same(page, made)


def test_a_list_that_is_being_left_takes_no_edit_though_nothing_waits(
    page: Page, made: PostEdit
) -> None:
    finishes = hold(page, "**/nuggets/finish/**")
    press(page, "d")
    held_up(page, finishes, 1)
    press(page, "x")
    finishes[0].continue_()
    page.wait_for_selector("text=Is this list done?")
    assert texts_of(made.version) == list(TEXTS)
