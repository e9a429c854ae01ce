"""Each type of work done by somebody with only a keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.hands.page import press, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Called whenever a mouse, a pen or a finger touches a page.
POINTED = 'addEventListener("pointerdown", () => window.pointed(), true)'


class Hand:
    """One person at one page, by keys alone; `pointed` records every touch."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pointed: list[str] = []
        page.expose_function("pointed", lambda: self.pointed.append(page.url))
        page.add_init_script(POINTED)

    def press(self, keys: str) -> None:
        """Press one key after the other, with the page's scripts there."""
        self.page.wait_for_load_state()
        press(self.page, keys)

    def say(self, words: str) -> None:
        """Type into the focused element."""
        self.page.keyboard.type(words)

    def sees(self, words: str) -> None:
        """Wait until the page shows some words."""
        expect(self.page.locator("body")).to_contain_text(words)

    def at(self, words: str) -> None:
        """Wait until the page shows a place of the work."""
        expect(self.page.locator("#position")).to_contain_text(words)

    def is_in(self, selector: str) -> None:
        """Wait until the focus is in a part of the page."""
        expect(self.page.locator(f":is({selector}):focus")).to_have_count(1)

    def tab_to(self, selector: str) -> None:
        """Press Tab until what the selector names has the focus."""
        self.page.wait_for_load_state()
        for _press in range(80):
            if self.page.locator(f"{selector}:focus").count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab on {self.page.url}")

    def saved(self) -> None:
        """Wait until nothing waits to be sent."""
        saved(self.page)

    def finish(self) -> None:
        """Finish the topic, once its last page accepts an Enter."""
        self.page.wait_for_selector("button[data-key=Enter]")
        self.press("Enter")
        self.page.wait_for_url(lambda url: "/work/" not in url)

    def sign_in(self, server: str, name: str) -> None:
        """Sign in by the form; the password is the name."""
        self.page.goto(f"{server}/accounts/sign-in/")
        self.tab_to("main [name=username]")
        self.say(name)
        self.page.keyboard.press("Tab")
        self.say(name)
        self.press("Enter")
        self.page.wait_for_url(f"{server}/")


def relevance(hand: Hand) -> None:
    """Grade three segments by digits, and one of them again."""
    hand.at("segment 1 of 3 · 0 graded")
    hand.press("2")
    hand.at("segment 2 of 3 · 1 graded")
    hand.press("ArrowLeft")
    hand.at("segment 1 of 3 · 1 graded")
    hand.press("3")
    hand.at("segment 2 of 3 · 1 graded")
    hand.press("0")
    hand.at("segment 3 of 3 · 2 graded")
    hand.press("1")
    hand.sees("Every segment is graded")
    hand.finish()


def subnarratives(hand: Hand) -> None:
    """Weigh the list's first two, add one, drop one."""
    hand.is_in("#parts input")
    hand.press("v ArrowDown o n")
    hand.is_in("#box-words")
    hand.say("where ice starts")
    hand.press("Enter")
    hand.sees("where ice starts")
    hand.press("v ArrowDown x")
    hand.saved()
    hand.press("d")
    hand.sees("Is this list done?")
    hand.press("Enter")
    hand.sees("Open it again")


def nuggets(hand: Hand) -> None:
    """Weigh a nugget, add one, move, map, split and merge it, delete one."""
    hand.is_in("#editor .nugget input")
    hand.press("v n")
    hand.is_in("#box-words")
    hand.say("Ice starts at the edges")
    hand.press("Enter")
    hand.sees("Ice starts at the edges")
    hand.press("o Shift+ArrowDown")
    for opens, keys, shows in (
        ("t", "b", "mapped to what is done about it"),
        (
            "s",
            "Home Control+ArrowRight Control+ArrowRight Enter Control+Enter",
            "split in 2",
        ),
        ("m", "Enter", "merged: "),
    ):
        hand.press(opens)
        hand.is_in("#box-words")
        hand.press(keys)
        hand.sees(shows)
        hand.is_in("#editor .nugget input")
    hand.press("ArrowDown x")
    hand.saved()
    hand.press("d")
    hand.sees("Is this list done?")
    hand.press("f")
    hand.sees("Open it again")


def spans(hand: Hand) -> None:
    """Make a nugget of a sentence in each of two passages."""
    hand.is_in("[data-focus]")
    hand.press("ArrowDown Enter")
    hand.at("passage 1 of 2 · 1 nugget")
    hand.press("]")
    hand.at("passage 2 of 2 · 1 nugget")
    hand.press("ArrowDown Shift+ArrowDown Enter")
    hand.saved()
    hand.press("d")
    hand.sees("2 nuggets from 2 relevant passages")
    hand.press("Enter")
    hand.sees("Open it again")


def assignment(hand: Hand) -> None:
    """Label two nuggets in each of two responses."""
    hand.at("response 1 of 2 · 0 of 4 labels")
    hand.press("1 2 Enter")
    hand.at("response 2 of 2 · 2 of 4 labels")
    hand.press("3 1 Enter")
    hand.sees("Every label is given")
    hand.finish()


def support_shown(hand: Hand) -> None:
    """Accept a model's labels, and give others."""
    hand.at("response 1 of 2 · 0 of 4 labels")
    hand.press("Enter 2 Enter")
    hand.at("response 2 of 2 · 2 of 4 labels")
    hand.press("3 Enter Enter")
    hand.sees("Every label is given")
    hand.finish()


def answers(hand: Hand) -> None:
    """Write an answer and mark what it covers."""
    hand.is_in("[data-focus]")
    hand.press("Enter")
    hand.is_in("#text")
    hand.say("Fresh water floats.")
    hand.press("Escape x")
    hand.at("1 of 2 nuggets covered")
    hand.saved()
    hand.press("d")
    hand.sees("Is this answer done?")
    hand.press("Enter")
    hand.sees("Open it again")


def need(hand: Hand) -> None:
    """Say of two uncited sentences in each of two responses what they need."""
    hand.at("response 1 of 2 · 0 of 4 labels")
    hand.press("1 0 Enter")
    hand.at("response 2 of 2 · 2 of 4 labels")
    hand.press("0 1 Enter")
    hand.sees("Every label is given")
    hand.finish()


def ptkb(hand: Hand) -> None:
    """Judge the two statements of a conversation."""
    hand.at("0 of 2 labels")
    hand.press("1 2")
    hand.at("2 of 2 labels")
    hand.press("Enter")
    hand.sees("2 statements, 1 of them relevant")
    hand.finish()


def exam(hand: Hand) -> None:
    """Grade two questions on each of two passages, and one of them again."""
    hand.at("passage 1 of 2 · 0 of 4 labels")
    hand.press("5 0 ArrowUp 3 Enter")
    hand.at("passage 2 of 2 · 2 of 4 labels")
    hand.press("4 1 Enter")
    hand.sees("Every label is given")
    hand.finish()


def match(hand: Hand) -> None:
    """Match three pairs, and one of them again."""
    hand.at("pair 1 of 3 · 0 matched")
    hand.press("1")
    hand.at("pair 2 of 3 · 1 matched")
    hand.press("u")
    hand.at("pair 1 of 3 · 0 matched")
    hand.press("2")
    hand.at("pair 2 of 3 · 1 matched")
    hand.press("1")
    hand.at("pair 3 of 3 · 2 matched")
    hand.press("2")
    hand.sees("Every pair has its label")
    hand.finish()


def settling(hand: Hand) -> None:
    """Settle three segments, and one of them again."""
    hand.at("item 1 of 3 · 0 settled")
    hand.press("3")
    hand.at("item 2 of 3 · 1 settled")
    hand.press("1")
    hand.at("item 3 of 3 · 2 settled")
    hand.press("u")
    hand.at("item 2 of 3 · 1 settled")
    hand.press("0")
    hand.at("item 3 of 3 · 2 settled")
    hand.press("4")
    hand.sees("Every disagreement is settled")
    hand.finish()


WALKS: dict[str, Callable[[Hand], None]] = {
    "relevance": relevance,
    "subnarratives": subnarratives,
    "nuggets": nuggets,
    "spans": spans,
    "assignment": assignment,
    "support": assignment,
    "support over a model's": support_shown,
    "answers": answers,
    "need": need,
    "ptkb": ptkb,
    "exam": exam,
    "match": match,
    "disputed_relevance": settling,
}
