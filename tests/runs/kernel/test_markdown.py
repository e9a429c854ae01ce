import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runs.kernel.markdown import LONGEST, TAGS, Rendered, render, render_sentences
from runs.kernel.sentence_marks import END, START, join_sentences

ALLOWED = {
    "a": {"href", "rel", "target"},
    "div": {"aria-label", "class", "role", "tabindex"},
    "ol": {"dir", "start"},
    "span": {"aria-hidden", "class", "data-sentence"},
}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](http://example.org/x.png)",
    "![x][1]\n\n[1]: http://example.org/x.png",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&colon;alert(1))",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](vbscript:x)",
    "[a](/accounts/sign-out/)",
    "[a](//example.org/)",
    "[a](mailto:a@example.org)",
    "[a](http://example.org/ 'onclick=alert(1)')",
    '[a](http://example.org/"onclick="alert(1))',
    "<javascript:alert(1)>",
    "<http://example.org/%EF%B7%902%EF%B7%91>",
    "[a]: javascript:alert(1)\n\n[a]",
    '# Heading {#id .class onclick="x"}',
    "<div id=sheet class=lit style='position:fixed'>x</div>",
    "<!-- --> <![CDATA[ x ]]> <?php x ?>",
    "```html onload=x\n<b>\n```",
    "&lt;script&gt; &#60;script&#62; &#0; &#xFDD0;1&#xFDD1;",
    f"{START}1{END} {END}{START} {START}999999{END}",
    "\u202e\u2066\ufeff\x00\x0b\x1b",
    "| <b> | `|` | \\| |\n|---|---|---|\n| [a](javascript:1) | ![b](c) |",
)


class Page(HTMLParser):
    """The parts of HTML that a browser would act on, and the text it would show."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def is_harmless(html: str) -> bool:
    for tag, attributes in Page(html).tags:
        assert tag in TAGS, tag
        assert set(attributes) <= ALLOWED.get(tag, {"dir"}), attributes
        assert attributes.get("class", "n") in {"n", "scroll"}
        if tag == "a":
            assert re.match("https?://", attributes["href"] or "")
            assert attributes["rel"] == "noopener noreferrer nofollow"
    return True


def marks(html: str) -> dict[int, str]:
    """Return the text of each sentence that can be highlighted."""
    found: dict[int, str] = {}
    pieces = re.findall(r'<span data-sentence="(\d+)">(.*?)</span>', html, re.S)
    for number, text in pieces:
        found[int(number)] = found.get(int(number), "") + text
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_comes_through(text: str) -> None:
    assert is_harmless(render(text).html)
    assert is_harmless(render_sentences([text, "x", text], {}).html)


markdown = st.text() | st.lists(
    st.sampled_from([*HOSTILE, *"#*_`[]()<>|!\\&~-+1.: \n\t", "a", "ا", "- ", "\n\n"])
).map("".join)


@given(markdown)
def test_no_text_breaks_it(text: str) -> None:
    assert is_harmless(render(text).html)


@example(["<http://example.org/%EF%B7%902%EF%B7%91>", "Two."])
@given(st.lists(markdown, max_size=6))
def test_each_sentence_is_numbered_at_most_once(texts: list[str]) -> None:
    after = {number: f"<b>{number}</b>" for number in range(1, len(texts) + 1)}
    found = render_sentences(texts, after)
    numbers = re.findall(r'class="n" aria-hidden="true">(\d+)<', found.html)
    assert len(numbers) == len(set(numbers)) == len(found.sentences)
    assert {int(each) for each in numbers} == found.sentences
    assert sorted(re.findall(r"<b>(\d+)</b>", found.html)) == sorted(numbers)
    assert START not in found.html
    assert END not in found.html


words = st.lists(st.sampled_from(["a", "salt", "Ice", "1963", "late"]), min_size=1)


@given(st.lists(words.map(lambda said: " ".join(said) + "."), min_size=1, max_size=6))
def test_plain_sentences_stay_as_they_are(texts: list[str]) -> None:
    found = render_sentences(texts, {})
    assert not found.is_marked_up
    assert [each.strip() for each in marks(found.html).values()] == texts


def test_headings_stand_below_those_of_the_page() -> None:
    html = render("# a\n\n## b\n\n##### c").html
    assert re.findall("<h(.)", html) == ["3", "4", "6"]


def test_a_table_scrolls_in_a_region_of_its_own() -> None:
    html = render("| a | b |\n|---|--:|\n| 1 | 2 |\n\nx\n\n|c|\n|-|\n|d|").html
    regions = re.findall(r'<div class="scroll" role="region" aria-label="(.*?)"', html)
    assert regions == ["Table 1", "Table 2"]
    assert html.count('tabindex="0"') == 2


def test_lists_and_tables_are_read_in_their_own_direction() -> None:
    html = render("- ماء\n  - salt\n\n| ماء |\n|---|\n\n> ماء").html
    directed = [tag for tag, given in Page(html).tags if given.get("dir") == "auto"]
    assert directed == ["ul", "ul", "table", "p"]


def test_an_image_is_what_it_is_said_to_show() -> None:
    assert (
        "[image: a <i>chart</i>]"
        in Page(render("![a <i>chart</i>](http://a/b)").html).text
    )
    assert "[image]" in render("![](http://example.org/x.png)").html


def test_a_link_shows_its_text_and_keeps_its_address() -> None:
    (_, attributes), *_ = [
        each
        for each in Page(render("[a b](http://example.org/?a&b)").html).tags
        if each[0] == "a"
    ]
    assert attributes["href"] == "http://example.org/?a&b"
    assert attributes["target"] == "_blank"


ANSWER = (
    "## What it costs",
    "A wall **is dear.",
    "Mud** is cheap.",
    "- the first item",
    "- the second",
    "  - one below it",
    "Said of that one too.",
    "| wall | price |",
    "|------|-------|",
    "| mud | `low` |",
    "> As one said.",
    "```py\nx = 1\n",
    "y = 2\n```",
    "\n\nThe [end](http://example.org/).",
)


def test_sentences_are_found_whatever_blocks_they_span() -> None:
    found = render_sentences(ANSWER, {14: "<b>!</b>"})
    assert found.is_marked_up
    assert found.sentences == set(range(1, 15)) - {9}
    assert {number: text.strip() for number, text in marks(found.html).items()} == {
        1: "What it costs",
        2: "A wall is dear.",
        3: "Mud is cheap.",
        4: "the first item",
        5: "the second",
        6: "one below it",
        7: "Said of that one too.",
        8: "wallprice",
        10: "mudlow",
        11: "As one said.",
        12: "x = 1",
        13: "y = 2",
        14: "The end.",
    }
    assert found.html.count("<ul") == 2
    assert found.html.count("<table") == 1
    assert found.html.endswith(">.</span><b>!</b></p>\n")


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["One.", "Two."], ["p"]),
        (["One.", "- Two.", "- Three."], ["p", "ul", "li", "li"]),
        (["# One", "Two."], ["h3", "p"]),
        (["1. One.", "2. Two.", "More."], ["ol", "li", "li"]),
        (["In summer.", "1997. It was cold."], ["p"]),
        (["One.", "---", "Two."], ["p", "hr", "p"]),
        (
            ["- One.", "| a |", "|---|"],
            ["ul", "li", "div", "table", "thead", "tr", "th"],
        ),
    ],
)
def test_a_sentence_that_begins_a_block_gets_its_own_line(
    texts: list[str], shown: list[str]
) -> None:
    html = render_sentences(texts, {}).html
    assert [tag for tag, _ in Page(html).tags if tag != "span"] == shown


def test_sentences_in_one_line_stay_apart() -> None:
    shown = Page(render_sentences(["*One.*", "Two.", "Three."], {2: "<b>!</b>"}).html)
    assert shown.text == "1One. 2Two.! 3Three.\n"


def test_a_texts_own_marks_are_left_out() -> None:
    joined = join_sentences([f"a{START}2{END}b", "c"])
    assert joined == f"{START}1{END} a2b {START}2{END} c"


@pytest.mark.parametrize(
    ("text", "is_marked_up"),
    [
        ("Plain words.\nTwo lines.\n\nTwo paragraphs.", False),
        ("", False),
        ("2 * 3 * 4 and a_b_c", False),
        ("*stressed*", True),
        ("# heading", True),
        ("- item", True),
        ("a `b`", True),
        ("<http://example.org/>", True),
    ],
)
def test_it_says_whether_there_is_more_than_paragraphs(
    text: str, *, is_marked_up: bool
) -> None:
    assert render(text).is_marked_up is is_marked_up


def test_a_very_long_text_is_shown_as_it_was_written() -> None:
    found = render("# a <b>\n" + "w" * LONGEST)
    assert found == Rendered(found.html, is_marked_up=False, sentences=frozenset())
    assert found.html.startswith('<pre dir="auto"># a &lt;b&gt;\n')


@pytest.mark.parametrize("piece", ["[", "![", "**a ", "> ", "| a ", "- ", "`", "[a]("])
def test_deep_nesting_does_not_keep_it_busy(piece: str) -> None:
    assert is_harmless(render(piece * (LONGEST // len(piece))).html)


def test_a_table_of_too_many_cells_is_shown_as_it_was_written() -> None:
    wide = "|".join("a" * 200)
    table = f"{wide}\n{'|'.join('-' * 200)}\n" + "a\n" * 100
    assert render(table).html.startswith("<pre")
    assert "<table" in render(table[: -2 * 60]).html
