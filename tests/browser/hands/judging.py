"""Ada at one judging screen, with the same small topic in each type of work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation
from runs.models import RankedList, Run
from tests.browser.hands.page import press, ready, saved
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

KINDS = ("relevance", "support", "assignment")
BY_KIND = (
    KINDS[0],
    *(pytest.param(kind, marks=pytest.mark.broad) for kind in KINDS[1:]),
)
IN_SHEETS = (KINDS[1], BY_KIND[2])  # many items per page
LABEL = {"relevance": "2", "support": "1", "assignment": "1"}
TEXT = "Salt water freezes late. Harbours fill with salty brine."


class Work(NamedTuple):
    """Ada's work of one type, and the page where she does it."""

    page: Page
    allocation: Allocation

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def item(self) -> str:
        """Return the current item, by the name of its thread."""
        kind = self.allocation.work
        page = self.page
        if kind == "relevance":
            return page.locator("#sheet").get_attribute("data-name") or ""
        if kind == "support":
            lit = page.locator(".pair.lit").get_attribute("data-citation")
            return f"support:{lit}"
        response = page.locator("#sheet").get_attribute("data-response")
        return f"{response}:{page.locator('.nugget.lit').get_attribute('data-nugget')}"

    def at(self, item: str) -> None:
        """Wait until an item is the current one."""
        sheet = expect(self.page.locator("#sheet"))
        first, _colon, second = item.partition(":")
        if self.allocation.work == "relevance":
            sheet.to_have_attribute("data-name", item)
        elif self.allocation.work == "support":
            pair = self.page.locator(".pair.lit")
            expect(pair).to_have_attribute("data-citation", second)
        else:
            sheet.to_have_attribute("data-response", first)
            nugget = self.page.locator(".nugget.lit")
            expect(nugget).to_have_attribute("data-nugget", second)

    def past(self, item: str) -> str:
        """Wait until another item is the current one, and return it."""
        if self.allocation.work == "relevance":
            sheet = self.page.locator("#sheet")
            expect(sheet).not_to_have_attribute("data-name", item)
        ready(self.page)
        now = self.item()
        assert now != item
        return now

    def say(self, words: str) -> None:
        self.page.keyboard.type(words)

    def no_conflicts(self) -> None:
        twice = "() => document.documentElement.dataset.keyConflicts ?? ''"
        assert self.page.evaluate(twice) == ""


def make_work(kind: str, ada: User, omar: User) -> Allocation:
    track = make_track(assessors=[ada], organizer=omar)
    topic = make_topic(track, text="Why do salty harbours freeze?")
    segments = [make_segment(track, f"doc#{number}", TEXT) for number in range(3)]
    for name in "ab":
        run = make_run(track, f"hidden-{name}")
        make_response(run, topic, ("Salt sinks.", "Ice grows."), cites=segments[0])
    RankedList.objects.create(
        run=make_run(track, "hidden-ranks", task=Run.R),
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=[3.0, 2.0, 1.0],
    )
    if kind != "assignment":
        return make_allocation(topic, ada, work=kind)
    version = make_version(make_bank(track), topic, ("Salt sinks down", "Brine stays"))
    return make_allocation(topic, ada, version.bank)


def open_work(allocation: Allocation, server: LiveServer, page: Page) -> Work:
    """Return the work at its first item, with the next one loaded."""
    page.goto(f"{server.url}/work/{allocation.uuid}/")
    expect(page.locator("#position")).to_contain_text(" of ")
    ready(page)
    return Work(page, allocation)


def label_the_rest(work: Work) -> None:
    """Label all items, until the page that ends the work."""
    page, key = work.page, LABEL[work.allocation.work]
    while page.locator("#sheet").count():
        before = page.url
        if work.allocation.work != "relevance":
            while page.locator("#sheet .lit:is(.pair, .nugget)").count():
                work.type(key)
            work.type("Enter")
        else:
            work.type(key)
        expect(page).not_to_have_url(before)
        ready(page)


def in_sheets(work: Work) -> bool:
    return work.allocation.work != "relevance"
