"""An organizer's work from two conditions to equal files elsewhere."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

import pytest
from django.db.models import QuerySet
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from scipy.stats import kendalltau
from sklearn.metrics import cohen_kappa_score

from assess.exchange.exports.catalogue import digests
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.models import AssignmentLabel, BankVersion
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from runs.models import Run, Track
from tests.browser.hands.at_page import ready
from tests.browser.hands.walking import PASSWORD, Walk
from tests.browser.rooms.installation import Installation
from tests.make import NOW
from tests.stacks.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
PEOPLE = ("omar", "ada", "bea", "vera")
BANK, PERSON, MACHINE, SETTLED = "edited", "ada", "sample-model", "third opinion"
TOPICS = ("1003", "1005")
KEYS = ("1", "3")
PANEL = f"{SETTLED}, else {PERSON}, else {MACHINE}"


@pytest.fixture
def track(live_server: LiveServer) -> Track:
    passwords = dict.fromkeys(PEOPLE, PASSWORD)
    return load_sample(read_campaign(), passwords=passwords, now=NOW)


@pytest.fixture
def walk(browser_page: Page, live_server: LiveServer) -> Walk:
    return Walk(browser_page, live_server.url)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path / "elsewhere")
    yield installation
    installation.stop()


def test_an_organizer_goes_from_two_conditions_to_a_fresh_installation(
    walk: Walk,
    track: Track,
    worker: Worker,
    elsewhere: Installation,
    tmp_path: Path,
) -> None:
    worker.start()
    walk.sign_in("omar")
    to_the_track(walk, track)
    keep_conditions(walk)
    compare_rankings(walk, tmp_path)
    open_a_disagreement(walk)
    hand_to_an_adjudicator(walk)
    first = settle_a_topic(walk, track)
    second = settle_a_topic(walk, track)
    assert first != second
    make_a_panel(walk, track)
    look_at_the_leaderboard(walk)
    keep_a_snapshot(walk, tmp_path)
    archive = take_the_archive(walk, tmp_path)
    elsewhere.bring_in(archive)
    with ThreadPoolExecutor() as beside:
        there = beside.submit(elsewhere.digests)
        here = digests(track)
    assert len(here) > 100
    assert there.result() == here


def to_the_track(walk: Walk, track: Track) -> None:
    walk.page.goto(f"{walk.server}/")
    walk.page.click(f"main a:text-is('{track}')")


def keep_conditions(walk: Walk) -> None:
    """Save two conditions: one bank, assigned by a person and by a machine."""
    walk.tab("Scores")
    for judge in (PERSON, MACHINE):
        walk.pick("bank", BANK)
        walk.pick("judge", judge)
        walk.page.click("main button:text-is('Show')")
        walk.page.fill("[name=name]", f"by {judge}")
        walk.page.click("main button:text-is('Save')")
        expect(walk.page.locator(".saved [aria-current]")).to_have_text(f"by {judge}")


def compare_rankings(walk: Walk, folder: Path) -> None:
    """Compare the rankings of the two; the chart names its runs."""
    page = walk.page
    page.click("a:text-is('Compare conditions')")
    walk.pick("left", f"by {PERSON}")
    walk.pick("right", f"by {MACHINE}")
    page.click("main button:text-is('Compare')")
    chart = page.locator("#chart-scatter")
    dots = chart.locator(".dots path")
    dots.first.hover()
    says = " ".join(dots.locator("title").all_text_contents())
    runs = Run.objects.exclude(task=Run.R).values_list("name", flat=True)
    assert all(name in says for name in runs)
    expect(chart.locator(".cloud path").first).to_be_attached()
    text = downloaded(page, chart.get_by_role("link", name="CSV"), folder).read_text()
    tau = tau_of_run_means(text)
    expect(page.locator("main .lede")).to_contain_text(f"Kendall’s τ {tau:.3f}")


def tau_of_run_means(text: str) -> float:
    """Return τ_b of the chart's run means, computed by another program."""
    _head, *rows = csv.reader(text.splitlines())
    means = [(float(row[-2]), float(row[-1])) for row in rows if row[1] == "all"]
    tau, _p = kendalltau(*zip(*means, strict=True))
    return float(tau)


def downloaded(page: Page, link: Locator, folder: Path) -> Path:
    with page.expect_download() as taken:
        link.click()
    path = folder / taken.value.suggested_filename
    taken.value.save_as(path)
    return path


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
    page.click("a:text-is('Adjudications')")
    page.click(f"main a:text-is('{SETTLED}')")
    expect(page.locator("main")).to_contain_text(f"{disputed()} of {disputed()}")
    page.click("button:has-text('Make a panel')")
    expect(page.locator("main h1")).to_have_text(PANEL)
    walk.tab("Agreement")
    ask_how_far(walk, PANEL, MACHINE)
    kappa = expect_kappa(page, PANEL, MACHINE)
    ask_how_far(walk, PERSON, MACHINE)
    assert expect_kappa(page, PERSON, MACHINE) != kappa


def look_at_the_leaderboard(walk: Walk) -> None:
    """Check that every run has its interval, and its mean as computed here."""
    walk.tab("Scores")
    walk.page.click(f".saved a:text-is('by {PERSON}')")
    rows = walk.page.locator("table.leaderboard tbody tr")
    runs = Run.objects.exclude(task=Run.R)
    ranked = rows.filter(has=walk.page.locator("td.line"))
    expect(ranked.locator("td.line circle")).to_have_count(runs.count())
    for run in runs:
        row = rows.filter(has=walk.page.get_by_role("link", name=run.name, exact=True))
        expect(row).to_contain_text(f"{vital_strict(run):.4f}")


def vital_strict(run: Run) -> float:
    """Return a run's mean share of vital nuggets that the person found supported.

    A topic without a response counts 0; an unjudged one is excluded.
    """
    labels: QuerySet[Any] = AssignmentLabel.objects.filter(
        judge__name=PERSON, response__run=run
    )
    given = {label.nugget_id: label.value for label in labels}
    waiting = run.responses.exclude(pk__in=labels.values("response"))
    found = []
    for version in BankVersion.objects.filter(
        bank__name=BANK, state=BankVersion.FROZEN
    ).exclude(topic__in=waiting.values("topic")):
        vital = version.listings.filter(importance="vital").values_list("nugget")
        found.append(mean(given.get(one) == "support" for (one,) in vital))
    return mean(found)


def keep_a_snapshot(walk: Walk, folder: Path) -> None:
    """Export the settled grades in the background, and download the file."""
    page = walk.page
    walk.tab("Exports")
    page.click("main a:text-is('Qrels')")
    walk.pick("judge", SETTLED)
    page.click("main button:text-is('See what it holds')")
    page.click("main button:text-is('Keep a snapshot')")
    page.wait_for_url("**/snapshots/*/")
    if page.locator(".job").count():
        open_the_result(walk)
    path = downloaded(page, page.locator("main a.primary"), folder)
    expect(page.locator("main .facts")).to_contain_text(
        hashlib.sha256(path.read_bytes()).hexdigest()
    )
    lines = [line.split() for line in path.read_text().splitlines()]
    held = {(topic, docid): value for topic, _q0, docid, value in lines}
    assert held == labels_of(SETTLED)


def open_the_result(walk: Walk) -> None:
    """Open the result of a job, once it is done."""
    walk.wait_for_job()
    walk.page.locator(".job a:text-is('Open the result')").first.click()


def take_the_archive(walk: Walk, folder: Path) -> Path:
    page = walk.page
    walk.tab("Exports")
    page.click("a:text-is('Archives')")
    page.click("main button:text-is('Make an archive')")
    open_the_result(walk)
    path = downloaded(page, page.locator("main a:text-is('Download')"), folder)
    expect(page.locator("main .facts")).to_contain_text(
        hashlib.sha256(path.read_bytes()).hexdigest()
    )
    return path
