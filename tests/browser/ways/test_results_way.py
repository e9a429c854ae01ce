"""An organizer decides in six clicks which runs differ, and whether to believe it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from runs.models import Track
from tests.browser.hands.several_people import PASSWORD
from tests.browser.ways.large_track import RUNS, TOPICS, make_large_track
from tests.make import NOW

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
SignIn = Callable[["Page", str], None]
MOST = 6


class CountedClicks:
    """A page on which an organizer clicks, and how often."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, link: Locator) -> None:
        """Click once, and count it."""
        link.click()
        self.clicks += 1


def decide(way: CountedClicks, track: Track, server: str) -> None:
    """Go from the overview to two runs that cannot be told apart, and to τ."""
    page = way.page
    page.goto(f"{server}/tracks/{track.uuid}/")
    way.click(page.locator("nav.places a:text-is('Results')"))
    row = page.locator("table.leaderboard tbody tr").first
    expect(row).to_be_visible()
    first = row.bounding_box()
    assert first
    assert first["y"] < 300  # pixels above the first numbers
    way.click(page.locator("td.letters a").first)
    said = page.locator(".chosen-run")
    expect(said).to_contain_text(re.compile(r"(cannot|can) be told apart"))
    way.click(said.locator("a").first)
    expect(page.locator(".lede")).to_contain_text("95 % interval")
    expect(page.locator("main")).to_contain_text(
        re.compile(r"On the leaderboard they\s+cannot\s+be told apart")
    )
    expect(page.locator("#chart-differences svg.chart")).to_be_visible()
    way.click(page.locator("#topics tbody th a").first)
    expect(page.locator(".two h2")).to_have_count(2)
    way.click(page.locator("nav.tabs a:text-is('Rankings')"))
    expect(page.locator("main .lede")).to_contain_text("Kendall’s τ")
    assert way.clicks <= MOST


def test_the_way_on_the_sample(
    browser_page: Page, live_server: LiveServer, sign_in: SignIn
) -> None:
    people = ("omar", "ada", "bea", "vera")
    passwords = dict.fromkeys(people, PASSWORD)
    track = load_sample(read_campaign(), passwords=passwords, now=NOW)
    sign_in(browser_page, "omar")
    decide(CountedClicks(browser_page), track, live_server.url)


def test_the_way_on_a_track_of_105_topics_and_40_runs(
    browser_page: Page, live_server: LiveServer, sign_in: SignIn, omar: User
) -> None:
    rng = Random(11)  # noqa: S311
    track = make_large_track(omar, rng=rng)
    sign_in(browser_page, "omar")
    way = CountedClicks(browser_page)
    way.page.goto(f"{live_server.url}/tracks/{track.uuid}/")
    way.click(way.page.locator("nav.places a:text-is('Results')"))
    way.click(way.page.locator("main nav a:text-is('Retrieval')"))
    rows = way.page.locator("table.leaderboard tbody tr")
    expect(rows).to_have_count(RUNS)
    way.click(way.page.locator("td.letters a").nth(RUNS // 2))
    said = way.page.locator(".chosen-run")
    expect(said).to_contain_text(re.compile(r"cannot be told apart from \d+ of 39"))
    marked = way.page.locator("tr[data-mark=alike]")
    many = re.search(r"from (\d+) of 39", said.inner_text())
    assert many is not None
    expect(marked).to_have_count(int(many.group(1)))
    way.click(said.locator("a").first)
    expect(way.page.locator("#topics .two > .scroll tbody tr")).to_have_count(TOPICS)
    way.click(way.page.locator("nav.tabs a:text-is('Rankings')"))
    expect(way.page.locator("main .lede")).to_contain_text("Kendall’s τ")
    assert way.clicks <= MOST
