"""Lists and texts with fast typing: a row of LISTS each, for what they share.

Features of only one of them are tested in its own tests/browser/test_fast_*.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.answers.actions import answer_of
from nuggets.models import NuggetSource
from runs.models import Segment
from tests.assess.kinds.subnarratives import reviews
from tests.browser.hands.at_page import held_up, hold, press, ready, saved
from tests.browser.hands.holding import Holding
from tests.browser.keys.test_fast_hands import DRAWN, Leaving
from tests.browser.keys.test_fast_nuggets import show_first
from tests.nuggets.answers.answering import make_answering
from tests.nuggets.editing import post_edit
from tests.nuggets.spans.marking import make_marking

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

API = "**/api/work/**"
LEAVING = "Another page is on its way. Esc stays here."
COMING = "The next passage is on its way: press again then."
# Press every act of the page that is not free; return the response to each.
PRESS_ALL = """(free) => {
  const say = document.getElementById("say");
  const name = (button) => button.dataset.act ?? button.value;
  const all = [...document.querySelectorAll("[data-act], button[name=action]")];
  const acts = all.filter((each) => each.getClientRects().length);
  return acts.filter((each) => !free.includes(name(each))).map((each) => {
    say.textContent = "";
    each.click();
    return [name(each), say.textContent];
  });
}"""


class Rows(NamedTuple):
    """A work on a list, and its rows in the database."""

    work: Allocation
    stored: Callable[[], list[str]]


class Kind(NamedTuple):
    """A list's page, how its rows are shown, and its keys and a button."""

    address: str
    rows: str
    button: str  # deletes a row; unticks a passage of an answer
    make: Callable[[User], Rows]
    begin: str = ""  # keys that create its rows
    edit: str = "v"
    two: str = "x x"  # two edits
    free: tuple[str, ...] = ()  # acts that do nothing while its page is left


def nuggets(person: User) -> Rows:
    made = post_edit.make_post_edit(person)
    show_first(made, made.segments[0])
    return Rows(made.work, lambda: post_edit.texts_of(made.version))


def subnarratives(person: User) -> Rows:
    made = reviews.make_review(person)
    return Rows(made.work, lambda: reviews.texts_of(made.topic))


def spans(person: User) -> Rows:
    made = make_marking(person)
    return Rows(made.work, lambda: [text for _docid, text, *_span in made.spans()])


def answers(person: User) -> Rows:
    made = make_answering(person)
    texts = {str(row.uuid): row.text for row in made.nuggets}

    def covered() -> list[str]:
        answer = answer_of(made.work, made.bank)
        return [texts[uuid] for uuid in answer.covered] if answer else []

    return Rows(made.work, covered)


LISTS = {
    "nuggets": Kind(
        "nuggets", "#editor .nuggets .text", "button[value=delete]", nuggets
    ),
    "subnarratives": Kind(
        "subnarratives", "#parts .text", "button[value=drop]", subnarratives
    ),
    "spans": Kind(
        "spans",
        "#made .text",
        "[data-act=remove]",
        spans,
        begin="ArrowDown Enter ArrowDown Enter",
        edit="x",
        free=(
            *("down", "up", "grow", "shrink", "next", "last", "done"),
            *("end-on", "end-back", "start-on", "start-back"),
        ),
    ),
    "answers": Kind(
        "answer",
        ".covering .nugget:has(:checked) .text",
        "[data-act=cover]",
        answers,
        begin="x",
        edit="p",
        two="x ArrowDown x",
        free=("write", "done", "up", "down", "mine", "theirs"),
    ),
}


class Desk(NamedTuple):
    """A person at a list that has rows."""

    page: Page
    kind: Kind
    made: Rows

    def shows(self, count: int) -> None:
        expect(self.page.locator(self.kind.rows)).to_have_count(count)

    def same(self, texts: list[str]) -> None:
        """Check that page and database have these rows, now and reloaded."""
        rows = self.page.locator(self.kind.rows)
        expect(rows).to_have_text(texts)
        saved(self.page)
        assert sorted(self.made.stored()) == sorted(texts)
        self.page.reload()
        expect(rows).to_have_text(texts)


@pytest.fixture
def desk(
    request: pytest.FixtureRequest,
    transactional_db: None,
    ada: User,
    open_page: Callable[[str], Page],
) -> Desk:
    kind = LISTS[request.param]
    made = kind.make(ada)
    page = open_page(f"/work/{made.work.uuid}/{kind.address}/")
    ready(page)
    if kind.begin:
        press(page, kind.begin)
        saved(page)
    return Desk(page, kind, made)


every_list = pytest.mark.parametrize("desk", LISTS, indirect=True)
on_nuggets = pytest.mark.parametrize("desk", ["nuggets"], indirect=True)
on_answers = pytest.mark.parametrize("desk", ["answers"], indirect=True)
on_spans = pytest.mark.parametrize("desk", ["spans"], indirect=True)
on_subnarratives = pytest.mark.parametrize("desk", ["subnarratives"], indirect=True)


def finish(page: Page, route: Route) -> None:
    """Let a request complete."""
    with page.expect_event("requestfinished"):
        route.continue_()
    page.evaluate(DRAWN)


def says(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_have_text(words)


@every_list
def test_a_double_click_deletes_one(desk: Desk) -> None:
    before = len(desk.made.stored())
    desk.page.locator(desk.kind.button).dblclick()
    desk.shows(before - 1)
    says(desk.page, "A double click counts once.")
    saved(desk.page)
    desk.same(desk.page.locator(desk.kind.rows).all_inner_texts())
    assert len(desk.made.stored()) == before - 1


@every_list
def test_a_held_key_deletes_one(desk: Desk) -> None:
    before = len(desk.made.stored())
    for _ in range(4):
        desk.page.keyboard.down("x")  # then it repeats
    desk.page.keyboard.up("x")
    desk.shows(before - 1)
    saved(desk.page)
    assert len(desk.made.stored()) == before - 1


@every_list
def test_undone_twice_two_edits_are_as_they_were(desk: Desk) -> None:
    before = desk.page.locator(desk.kind.rows).all_inner_texts()
    press(desk.page, f"{desk.kind.two} u u")
    desk.same(before)


@every_list
def test_any_act_is_refused_while_the_list_is_left(desk: Desk) -> None:
    sent = hold(desk.page, API)
    press(desk.page, f"{desk.kind.edit} d")
    held_up(desk.page, sent, 1)
    shown = desk.page.locator(desk.kind.rows).all_inner_texts()
    answers = desk.page.evaluate(PRESS_ALL, list(desk.kind.free))
    assert answers
    assert answers == [[act, LEAVING] for act, _said in answers]
    press(desk.page, "Escape")
    says(desk.page, "You stay here.")
    desk.page.unroute(API)
    desk.same(shown)


@every_list
def test_each_key_is_refused_while_the_page_that_ends_the_work_opens(
    desk: Desk,
) -> None:
    before = desk.made.stored()
    leaving = Leaving(desk.page, desk.kind.button)
    press(desk.page, "d")
    leaving.is_refused_each_key()
    assert desk.made.stored() == before


@on_subnarratives
def test_a_box_is_not_saved_while_the_list_is_left(desk: Desk) -> None:
    before = desk.made.stored()
    sent = hold(desk.page, API)
    press(desk.page, "v n")
    desk.page.keyboard.type("one more")
    held_up(desk.page, sent, 1)
    desk.page.evaluate("document.getElementById('done').click()")
    press(desk.page, "Enter")
    says(desk.page, LEAVING)
    expect(desk.page.locator("#box-words")).to_have_value("one more")
    sent[0].continue_()
    desk.page.wait_for_selector("text=Is this list done?")
    assert desk.made.stored() == before


@on_subnarratives
def test_an_answer_that_was_overtaken_is_dropped(desk: Desk) -> None:
    page = desk.page
    held = hold(page, API)
    press(page, "v")
    held_up(page, held, 1).fulfill(status=422, json={"detail": "Not so."})
    late = held_up(page, held, 2).fetch()  # the list as it is now
    press(page, "o")
    with page.expect_response(API):
        held_up(page, held, 3).continue_()
    with page.expect_event("requestfinished"):
        held[1].fulfill(response=late)
    page.evaluate(DRAWN)
    expect(page.locator("#parts .importance").first).to_have_text("okay")
    page.reload()
    expect(page.locator("#parts .importance").first).to_have_text("okay")


@on_spans
@pytest.mark.parametrize("keys", ["u", "ArrowDown Enter"])
def test_a_key_is_refused_until_the_next_passage_is_there_and_acts_then(
    desk: Desk, keys: str
) -> None:
    page = desk.page
    before = desk.made.stored()
    held = Holding(page, "**/work/*/spans/*/")
    page.reload()
    held.wait_for(1)
    press(page, f"] {keys}")
    says(page, LEAVING)
    held.open()
    expect(page.locator("#position")).to_contain_text("passage 2 of 2 · 2 nuggets")
    press(page, keys)
    count = len(before) + (-1 if keys == "u" else 1)
    expect(page.locator("#position")).to_contain_text(f"{count} nugget")
    saved(page)
    assert len(desk.made.stored()) == count


@on_nuggets
@pytest.mark.parametrize(("way", "key"), [("", "]"), ("]", "[")])
def test_a_nugget_is_made_of_the_passage_that_was_waited_for(
    desk: Desk, way: str, key: str
) -> None:
    page = desk.page
    if way:
        with page.expect_response("**/nuggets/passages/**"):
            press(page, way)
        page.wait_for_selector(".passage-nav a[data-key='[']")
    here = page.get_attribute("#passage", "data-uuid")
    held = hold(page, "**/nuggets/passages/**")
    press(page, key)
    route = held_up(page, held, 1)
    press(page, "p Enter")  # there is no sentence yet
    desk.shows(3)
    route.continue_()
    expect(page.locator("#passage input[name=span]:focus")).to_have_count(1)
    page.unroute("**/nuggets/passages/**")
    press(page, "Enter")
    desk.shows(4)
    saved(page)
    (source,) = NuggetSource.objects.filter(start__isnull=False)
    assert str(source.segment.uuid) != here


@on_nuggets
def test_an_edit_is_undone_while_the_next_passage_comes(desk: Desk) -> None:
    page = desk.page
    here = page.get_attribute("#passage", "data-uuid")
    held = hold(page, "**/nuggets/passages/**")
    press(page, "v ]")
    route = held_up(page, held, 1)
    expect(page.locator("#editor .vital")).to_have_count(1)
    press(page, "u")
    expect(page.locator("#editor .vital")).to_have_count(0)
    finish(page, route)
    expect(page.locator("#passage")).to_have_attribute("data-uuid", str(here))
    desk.same(desk.made.stored())


@on_nuggets
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("m", "Nothing above to merge with: mark two."),
        ("x x x e", "Choose a nugget first."),
        ("p", "This passage has no text."),
    ],
)
def test_what_cannot_be_done_is_said_in_sight(
    desk: Desk, keys: str, words: str
) -> None:
    if keys == "p":
        Segment.objects.update(text="")
        desk.page.reload()
        ready(desk.page)
    press(desk.page, keys)
    says(desk.page, words)


@on_answers
@pytest.mark.parametrize("key", ["i", "p"])
def test_a_key_is_refused_until_the_passage_before_is_there(
    desk: Desk, key: str
) -> None:
    page = desk.page
    press(page, "]")
    number = page.locator(".passage-nav b")
    expect(number).to_have_text("2")
    held = hold(page, "**/answer/passages/**")
    press(page, "[")
    route = held_up(page, held, 1)
    press(page, key)
    says(page, COMING)
    expect(page.locator("#used")).to_have_text("0")
    route.continue_()
    expect(number).to_have_text("1")
    press(page, key)
    expect(page.locator("#used")).to_have_text("1")


@on_answers
def test_a_tick_is_undone_while_the_next_passage_comes(desk: Desk) -> None:
    page = desk.page
    before = desk.made.stored()
    held = hold(page, "**/answer/passages/**")
    press(page, "x ]")
    route = held_up(page, held, 1)
    desk.shows(0)
    press(page, "u")
    desk.shows(1)
    route.continue_()
    expect(page.locator(".passage-nav b")).to_have_text("2")
    desk.same(before)


@on_answers
def test_where_nothing_is_undone_the_answer_says_so(desk: Desk) -> None:
    press(desk.page, "u u")
    says(desk.page, "Nothing to undo.")
    press(desk.page, "y y")
    says(desk.page, "Nothing to do again.")
