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

from assess.exchange.exports.catalogue import digests
from nuggets.models import AssignmentLabel, BankVersion
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from runs.models import Run, Track
from tests.browser.hands.several_people import PASSWORD, Walk
from tests.browser.rooms.installation import Installation
from tests.browser.ways.disagreements import (
    BANK,
    MACHINE,
    PERSON,
    SETTLED,
    hand_to_an_adjudicator,
    labels_of,
    make_a_panel,
    open_a_disagreement,
    settle_a_topic,
    to_the_track,
)
from tests.make import NOW
from tests.stacks.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

PEOPLE = ("omar", "ada", "bea", "vera")


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
