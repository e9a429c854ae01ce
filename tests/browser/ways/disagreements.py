"""An organizer settles where a person and a machine disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from playwright.sync_api import expect
from sklearn.metrics import cohen_kappa_score

from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Track
from tests.browser.hands.page import ready
from tests.browser.hands.several_people import Walk

if TYPE_CHECKING:
    from playwright.sync_api import Page

BANK, PERSON, MACHINE, SETTLED = "edited", "ada", "sample-model", "third opinion"
TOPICS = ("1003", "1005")
KEYS = ("1", "3")
PANEL = f"{SETTLED}, else {PERSON}, else {MACHINE}"


def to_the_track(walk: Walk, track: Track) -> None:
    walk.page.goto(f"{walk.server}/")
    walk.page.click(f"main a:text-is('{track}')")


def open_a_disagreement(walk: Walk) -> None:
    """Open the items of a cell off the diagonal, and the first of them."""
    page = walk.page
    walk.tab("Agreement")
    ask_how_far(walk, PERSON, MACHINE)
    expect_kappa(page, PERSON, MACHINE)
    cell = page.locator("table.shaded td:not(.agree) a").first
    items = int(cell.inner_text())
    cell.click()
    expect(page.locator("table.data tbody tr")).to_have_count(items)
    page.locator("table.data tbody a").first.click()
    expect(page.locator("main h1")).to_be_visible()
    assert "/segments/" in page.url
    page.go_back()


def ask_how_far(walk: Walk, a: str, b: str) -> None:
    for name, judge in (("a", a), ("b", b)):
        walk.pick(name, judge)
    walk.pick("kind", "relevance")
    walk.page.click("main button:text-is('Compare')")


def labels_of(judge: str) -> dict[tuple[str, str], str]:
    """Return a judge's grades by topic and docid; a panel's by its definition."""
    if judge == PANEL:
        return labels_of(MACHINE) | labels_of(PERSON) | labels_of(SETTLED)
    given: QuerySet[Any] = RelevanceLabel.objects.filter(judge__name=judge)
    rows = given.exclude(value="").select_related("topic", "segment")
    return {(row.topic.name, row.segment.docid): row.value for row in rows}


def expect_kappa(page: Page, a: str, b: str) -> float:
    """Check κ on the page against another program; return it."""
    ours, theirs = labels_of(a), labels_of(b)
    both = sorted(ours.keys() & theirs.keys())
    kappa = float(
        cohen_kappa_score([ours[one] for one in both], [theirs[one] for one in both])
    )
    figures = page.locator(".figures")
    expect(figures.locator("div", has_text="n").first).to_contain_text(str(len(both)))
    shown = figures.locator("div").filter(has_text="Cohen’s κ")
    expect(shown).to_contain_text(f"{kappa:.4f}")
    return kappa


def disputed(topics: tuple[str, ...] = TOPICS) -> int:
    """Count the items of some topics that the two graded differently."""
    ours, theirs = labels_of(PERSON), labels_of(MACHINE)
    return sum(
        ours[one] != theirs[one]
        for one in ours.keys() & theirs.keys()
        if one[0] in topics
    )


def hand_to_an_adjudicator(walk: Walk) -> None:
    """Open an adjudication for the cell's matrix, on two topics, for Bea."""
    page = walk.page
    page.click("a:text-is('Settle where they differ')")
    for judge in (PERSON, MACHINE):
        box = page.locator("label:has([name=judges])", has_text=judge)
        expect(box.locator("input")).to_be_checked()
    page.fill("[name=name]", SETTLED)
    page.fill("[name=topics]", " ".join(TOPICS))
    page.locator("label:has([name=adjudicators])", has_text="Bea").click()
    page.click("main button:text-is('Show how much it is')")
    expect(page.locator("#plan-title")).to_have_text(
        f"{disputed()} disagreements to settle"
    )
    page.click("main button:text-is('Open it')")
    expect(page.locator("main h1")).to_have_text(SETTLED)


def settle_a_topic(walk: Walk, track: Track) -> float:
    """Let Bea take the next topic and settle it by keys; return κ after that."""
    page = walk.page
    walk.sign_out()
    walk.sign_in("bea")
    before = len(labels_of(SETTLED))
    page.locator("form[action*=disputed_relevance]").get_by_role("button").click()
    page.wait_for_selector("#position")
    ready(page)
    text = page.locator("#position").inner_text()
    items = int(text.split(" of ")[1].split()[0])
    for place in range(items):
        expect(page.locator("#position")).to_have_text(
            f"item {place + 1} of {items} · {place} settled"
        )
        walk.press(KEYS[place % 2])
    page.wait_for_selector("text=Every disagreement is settled")
    page.wait_for_selector("button[data-key=Enter]")
    walk.press("Enter")
    page.wait_for_url(f"{walk.server}/")
    assert len(labels_of(SETTLED)) == before + items
    walk.sign_out()
    walk.sign_in("omar")
    to_the_track(walk, track)
    walk.tab("Agreement")
    ask_how_far(walk, PERSON, SETTLED)
    return expect_kappa(page, PERSON, SETTLED)


def make_a_panel(walk: Walk, track: Track) -> None:
    """Create the panel of settled labels, then the person's: κ changes."""
    page = walk.page
    walk.tab("Adjudications")
    page.click(f"main a:text-is('{SETTLED}')")
    expect(page.locator("main")).to_contain_text(f"{disputed()} of {disputed()}")
    page.click("button:has-text('Make a panel')")
    expect(page.locator("main h1")).to_have_text(PANEL)
    walk.tab("Agreement")
    ask_how_far(walk, PANEL, MACHINE)
    kappa = expect_kappa(page, PANEL, MACHINE)
    ask_how_far(walk, PERSON, MACHINE)
    assert expect_kappa(page, PERSON, MACHINE) != kappa
