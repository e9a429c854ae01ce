"""Lists and texts with fast typing: a row of LISTS each, for what they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.answers.actions import answer_of
from tests.assess.kinds.subnarratives import reviews
from tests.browser.hands.page import saved
from tests.browser.keys.test_fast_nuggets import show_first
from tests.nuggets.answers.answer_work import make_answering
from tests.nuggets.editing import post_edit
from tests.nuggets.spans.span_work import make_marking

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAVING = "Another page is loading. Esc stays here."


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


def says(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_have_text(words)
