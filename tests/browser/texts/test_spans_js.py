"""Spans of a stored text in a real browser: exact to the code point, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.template import Context, Template
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assess.judging.kernel.sentences import sentences

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
TEXTS = {
    "plain": "Salt water freezes late. Fresh water freezes first. Salt water sinks.",
    "emoji": f"\N{PENGUIN} one \N{PENGUIN}\N{PENGUIN} two. {FAMILY} skate. End.",
    "combining": "Cafe\u0301 au lait. Re\u0301sume\u0301 a\u0323\u0302 rest. Done.",
    "crlf": "First line.\r\nSecond line.\r\n\r\nThird \r line.\nFourth line.",
    "rtl": "הים קופא מאוחר. מלח מוריד את הנקודה. سمك البحر؟ نعم. end.",
    "markup": "Is 1 < 2 & 3 > 2? <b>Yes</b> &amp; no. \u00a0Blank\tand tab.",
}
SHOWN = (
    '{% load texts %}<div id="text" class="whole" data-sentences="{{ spans }}"'
    ' dir="auto">{{ text|exact }}</div>'
)


class Shown:
    """A stored text on a page, with methods that call the script."""

    def __init__(self, page: Page, text: str) -> None:
        self.page, self.text = page, text
        spans = " ".join(f"{start}-{end}" for start, end in sentences(text))
        html = Template(SHOWN).render(Context({"text": text, "spans": spans}))
        page.evaluate("html => document.querySelector('main').innerHTML = html", html)

    def ask(self, body: str, **given: object) -> object:
        return self.page.evaluate(
            "async (given) => { const spans = await import('/static/texts/spans.js');"
            " const { Sentences } = await import('/static/texts/sentences.js');"
            " const text = document.getElementById('text');" + body + "}",
            given,
        )

    def words_at(self, span: list[int]) -> object:
        """Select a span by the script; return the browser's selection."""
        return self.ask(
            "spans.select(text, given.span); return getSelection().toString()",
            span=span,
        )

    def raw_at(self, span: list[int]) -> object:
        return self.ask("return spans.textOf(text, given.span)", span=span)

    def back(self, span: list[int]) -> object:
        """Return the span that the script reads from the range of a span."""
        return self.ask(
            "return spans.spanOf(text, spans.rangeOf(text, given.span))", span=span
        )

    def paint(self, *spans: tuple[int, int]) -> None:
        rows = [
            {"start": start, "end": end, "name": str(name)}
            for name, (start, end) in enumerate(spans, start=1)
        ]
        self.ask("spans.paint(text, given.rows)", rows=rows)

    def painted(self) -> object:
        return self.ask(
            "return [...text.querySelectorAll('span[data-spans]')].map("
            "one => [one.dataset.spans, one.textContent])"
        )


@pytest.fixture
def page(live_server: LiveServer, browser_page: Page) -> Page:
    browser_page.goto(f"{live_server.url}/accounts/sign-in/")
    return browser_page


def all_spans(text: str) -> list[list[int]]:
    """Return every span of a text that neither begins nor ends with a blank."""
    size = len(text)
    return [
        [start, end]
        for start in range(size)
        for end in range(start + 1, size + 1)
        if text[start:end] == text[start:end].strip()
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_holds_the_stored_text(page: Page, name: str) -> None:
    shown = Shown(page, TEXTS[name])
    assert shown.ask("return text.textContent") == TEXTS[name]
    assert shown.ask("return spans.lengthOf(text.textContent)") == len(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("painted", [False, True])
def test_every_span_goes_to_the_page_and_back(
    page: Page, name: str, painted: bool
) -> None:
    shown = Shown(page, TEXTS[name])
    if painted:
        shown.paint((1, 9), (3, 20), (5, 12), (15, 30))
    wanted = all_spans(TEXTS[name])
    found = shown.ask(
        "return given.spans.map((span) => { const range = spans.rangeOf(text, span);"
        " return [spans.spanOf(text, range), range.toString(),"
        " spans.textOf(text, span)]; })",
        spans=wanted,
    )
    slices = [TEXTS[name][start:end] for start, end in wanted]
    expected = zip(wanted, slices, slices, strict=True)
    assert found == [list(row) for row in expected]


@pytest.mark.parametrize("name", TEXTS)
def test_overlapping_spans_are_painted_piece_by_piece(page: Page, name: str) -> None:
    text = TEXTS[name]
    shown = Shown(page, text)
    shown.paint((2, 12), (6, 20), (0, 1))
    assert shown.painted() == [
        ["3", text[0:1]],
        ["1", text[2:6]],
        ["1 2", text[6:12]],
        ["2", text[12:20]],
    ]
    assert shown.ask("return text.textContent") == text
    shown.paint((4, 5))
    assert shown.painted() == [["1", text[4:5]]]
    shown.ask("spans.clear(text)")
    assert shown.ask("return text.childNodes.length") == 1


def test_a_mouse_finds_the_second_occurrence_and_words_after_emoji(page: Page) -> None:
    for text, words in (
        (TEXTS["plain"], "water"),
        (f"{FAMILY}\N{PENGUIN} ice \N{PENGUIN} ice and ice", "ice"),
    ):
        shown = Shown(page, text)
        second = text.index(words, text.index(words) + 1)
        span = [second, second + len(words)]
        where = shown.ask(
            "const box = spans.rangeOf(text, given.span).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]",
            span=span,
        )
        assert isinstance(where, list)
        page.mouse.dblclick(*where)
        page.wait_for_function("() => !getSelection().isCollapsed")
        assert shown.ask("return spans.selectedSpan(text)") == span


def test_a_selection_that_reaches_out_of_the_text_ends_with_it(page: Page) -> None:
    shown = Shown(page, TEXTS["crlf"])
    everything = "getSelection().selectAllChildren(document.body);"
    found = shown.ask(everything + "return spans.selectedSpan(text)")
    assert found == [0, len(TEXTS["crlf"])]
    elsewhere = "getSelection().selectAllChildren(document.querySelector('header'));"
    assert shown.ask(elsewhere + "return spans.selectedSpan(text)") is None


def test_half_a_pair_is_taken_whole(page: Page) -> None:
    shown = Shown(page, "a\N{PENGUIN}b")
    half = (
        "const range = document.createRange(); const node = text.firstChild;"
        "range.setStart(node, given.start); range.setEnd(node, given.end);"
        "return spans.spanOf(text, range)"
    )
    assert shown.ask(half, start=2, end=4) == [1, 3]
    assert shown.ask(half, start=0, end=2) == [0, 2]


@pytest.mark.parametrize("name", TEXTS)
def test_sentences_are_chosen_one_by_one(page: Page, name: str) -> None:
    shown = Shown(page, TEXTS[name])
    spans = [list(span) for span in sentences(TEXTS[name])]
    walked = shown.ask(
        "const walk = new Sentences(text);"
        "return walk.spans.map(() => {"
        " walk.step(1); return spans.selectedSpan(text); })"
    )
    assert walked == spans
    last = [spans[-2][0], spans[-1][1]]
    grown = "walk.step(-1); walk.step(-1); walk.step(1, { extend: true });"
    begun = "getSelection().removeAllRanges(); const walk = new Sentences(text);"
    assert shown.ask(begun + grown + "return spans.selectedSpan(text)") == last
    back = begun + grown + "walk.step(-1, { extend: true });"
    assert shown.ask(back + "return spans.selectedSpan(text)") == spans[-2]


def test_a_chosen_sentence_is_trimmed_by_words(page: Page) -> None:
    text = "\N{PENGUIN} Salt water freezes late. Fresh water does not."
    shown = Shown(page, text)
    trimmed = shown.ask(
        "const walk = new Sentences(text); walk.step(1);"
        "walk.trim('start', 1); walk.trim('start', 1); walk.trim('end', -1);"
        "return walk.trim('end', -1)"
    )
    start = text.index("water")
    assert trimmed == [start, start + len("water freezes")]
    on = "const walk = new Sentences(text); spans.select(text, given.span);"
    found = shown.ask(on + "walk.step(1); return walk.chosen", span=trimmed)
    assert found == list(sentences(text)[1])
    expect(page.locator("#text")).to_be_visible()
