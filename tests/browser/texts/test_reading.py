"""Reading: themes, sizes and line widths, right-to-left text, and paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from runs.models import Response, Segment, Sentence
from tests.browser.hands.probes import CLIPPED, OVERLAPPING, WIDE, probe
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import JUDGING, urls_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
HEBREW = (
    "רציף הקרח נפתח בשנת 1995, ומאז עוברות בו 3,200 ספינות בשנה. "
    "הרוח דוחפת את הקרח אל החוף, ורק בועות אוויר חמות שומרות על הנתיב פתוח כל החורף."
)
ARABIC = (
    "يتجمد الميناء عند درجة ٢ تحت الصفر، ثم تفتحه كاسحة الجليد Polaris خلال 45 دقيقة. "
    "وتبقى المياه المالحة أدفأ في القاع، فترفعها الفقاعات إلى السطح طوال الشتاء."
)
SIZES = ("small", "normal", "large", "largest")
BLOCKS = {
    "assess:relevance_item": "#passage",
    "assess:support_response": ".pair.lit .passage",
    "nuggets:assign_response": ".sentences > li > [dir]",
}
# The characters in each full line of a text: all of its lines except a paragraph's
# last.
LINES = """(node) => {
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const lines = new Map();
  while (walk.nextNode()) {
    const text = walk.currentNode;
    for (let at = 0; at < text.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const [box] = range.getClientRects();
      const line = box && Math.round(box.bottom);
      if (box) lines.set(line, 1 + (lines.get(line) ?? 0));
    }
  }
  return [...lines.values()].slice(0, -1);
}"""


@contextmanager
def preferring(person: str, **choices: str) -> Iterator[None]:
    """Give a person other preferences for a while."""
    user = User.objects.filter(username=person)
    user.update(preferences=choices)
    yield
    user.update(preferences={})


def styles(page: Page, selector: str, *names: str) -> list[str]:
    script = "(node, names) => names.map((name) => getComputedStyle(node)[name])"
    found: list[str] = page.locator(selector).first.evaluate(script, list(names))
    return found


def test_a_line_of_a_passage_has_60_to_75_characters(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    page.locator("#passage").evaluate(
        "(node) => { node.textContent = node.textContent.repeat(4); }"
    )
    lines = page.locator("#passage").evaluate(LINES)
    assert len(lines) > 5
    assert 60 <= sum(lines) / len(lines) <= 75
    assert max(lines) <= 80


@pytest.mark.broad
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", JUDGING)
def test_a_judging_screen_holds_in_every_size_and_width(
    campaign: Campaign, name: str, size: str
) -> None:
    for measure in ("narrow", "wide"):
        with preferring("bea", size=size, measure=measure):
            page = campaign.at("bea", name)
        assert page.locator("html").get_attribute("data-size") == size
        for which in (WIDE, CLIPPED, OVERLAPPING):
            assert probe(page, which) == [], measure
        foot = page.locator(".frame-foot").bounding_box()
        assert foot
        assert foot["y"] + foot["height"] == pytest.approx(800, abs=1)
        assert foot["height"] < 0.3 * 800


def test_what_is_read_grows_with_the_size(campaign: Campaign) -> None:
    heights = []
    for size in SIZES:
        with preferring("bea", size=size):
            page = campaign.at("bea", "assess:relevance_item")
        heights.append(float(styles(page, "#passage", "fontSize")[0][:-2]))
    assert heights == sorted(set(heights))
    assert 17 <= heights[1] <= 18


@pytest.mark.broad
@pytest.mark.parametrize(
    ("theme", "paper", "ink"),
    [
        ("light", "rgb(252, 251, 248)", "rgb(30, 28, 24)"),
        ("dark", "rgb(23, 22, 19)", "rgb(231, 226, 215)"),
        ("contrast", "rgb(255, 255, 255)", "rgb(0, 0, 0)"),
    ],
)
@pytest.mark.parametrize("name", JUDGING)
def test_a_theme_holds_whatever_the_system_says(
    campaign: Campaign, name: str, theme: str, paper: str, ink: str
) -> None:
    with preferring("bea", theme=theme):
        page = campaign.at("bea", name)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert styles(page, "html", "backgroundColor", "color") == [paper, ink]
        assert styles(page, ".frame-foot", "backgroundColor") == [paper]


def test_nothing_moves_where_motion_is_not_wanted(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#position")).to_contain_text("2 of")
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_forced_colours_keep_the_choice_distinct(campaign: Campaign) -> None:
    page = campaign.at("bea", "nuggets:assign_response")
    page.emulate_media(forced_colors="active")
    chosen, other = (
        page.locator(".frame-foot .labels button").nth(place) for place in (0, 1)
    )
    chosen.evaluate("(button) => button.setAttribute('aria-pressed', 'true')")
    look = "(button) => getComputedStyle(button).backgroundColor"
    assert chosen.evaluate(look) != other.evaluate(look)
    assert styles(page, ".nugget.lit", "outlineStyle") == ["solid"]
    page.emulate_media(forced_colors="none")


def write(campaign: Campaign, text: str) -> None:
    """Put a text of another script into a passage, and into a response's sentences."""
    Segment.objects.filter(uuid=campaign.ids["segment"]).update(title=text[:40])
    Segment.objects.filter(uuid=campaign.ids["segment"]).update(text=text)
    answer = Response.objects.get(uuid=campaign.ids["response"])
    Sentence.objects.filter(response=answer).update(text=text)


# The ends of a text: its first letter, the end of its last full line, a number.
PLACES = """(node) => {
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const text = walk.nextNode();
  const box = (at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  };
  const number = Math.max(0, text.data.search(/[0-9]{2}/));
  return {
    first: box(0).right, second: box(1).right,
    tens: box(number).left, ones: box(number + 1).left, number: box(number).left,
    edge: node.getBoundingClientRect().right,
  };
}"""


@pytest.mark.parametrize("text", [HEBREW, ARABIC], ids=["Hebrew", "Arabic"])
@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("assess:relevance_item", "#passage"),
        ("assess:relevance_item", "article h2"),
        ("nuggets:assign_response", ".sentences > li"),
    ],
)
def test_text_from_right_to_left_is_set_from_the_right(
    campaign: Campaign, name: str, selector: str, text: str
) -> None:
    write(campaign, text)
    page = campaign.at("bea", name)
    block = page.locator(selector).first
    assert styles(page, selector, "direction") == ["rtl"]
    target = block.locator("[dir]").last if ">" in selector else block
    found = target.evaluate(PLACES)
    assert found["second"] < found["first"]
    assert found["edge"] - found["first"] < 4
    if selector != "article h2":
        assert found["tens"] < found["ones"]
        assert found["number"] < found["first"]
    assert styles(page, "html", "direction") == ["ltr"]
    for which in (WIDE, CLIPPED, OVERLAPPING):
        assert probe(page, which) == []


PRINTED = {
    "assess:relevance_item": "bea",
    "assess:support_response": "bea",
    "nuggets:assign_response": "bea",
    "nuggets:edit": "bea",
    "nuggets:changes": "bea",
    "assess:scores": "omar",
    "assess:agreement": "omar",
    "assess:rankings": "omar",
    "runs:segment": "omar",
    "runs:response": "omar",
}
PRESSED = "button, .button, input[type=text], select, textarea, kbd, dialog"
BARS = ".bar, .crumbs, .tabs, .filters, .frame-foot, .where, .skip, .actions"


@pytest.mark.parametrize(("name", "person"), PRINTED.items())
def test_paper_has_the_document_alone(
    campaign: Campaign, name: str, person: str
) -> None:
    path = urls_of(name, campaign.ids)[0]
    for scheme in ("light", "dark"):
        page = campaign.open(person, path)
        page.emulate_media(media="print", color_scheme=scheme)
        shown = [
            node.inner_text()
            for node in page.locator(f"{PRESSED}, {BARS}").all()
            if node.is_visible()
        ]
        assert shown == []
        assert styles(page, "html", "backgroundColor", "color") == [
            "rgb(255, 255, 255)",
            "rgb(0, 0, 0)",
        ]
        expect(page.locator("h1").first).to_be_visible()
        main = page.get_by_role("main")
        height = main.evaluate("(node) => [node.scrollHeight, node.clientHeight]")
        assert height[0] <= height[1] + 1, "cut off on paper"
        assert probe(page, OVERLAPPING) == []


def test_a_judging_screen_on_paper_is_whole(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:support_response")
    page.emulate_media(media="print")
    pairs = page.locator(".pair")
    assert pairs.count() > 1
    assert all(pair.is_visible() for pair in pairs.all())
    expect(page.locator(".narrative > div")).to_be_visible()
    expect(page.locator(".sentences .sentence").first).to_be_visible()
    assert page.pdf(format="A4", print_background=False).startswith(b"%PDF")
