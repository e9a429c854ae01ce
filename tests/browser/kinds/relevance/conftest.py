"""The work of grading a topic."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.kernel.order import order_key
from runs.models import RankedList, Segment, Subnarrative, Track
from tests.browser.kinds.relevance.work import TEXT, Work
from tests.make import make_allocation, make_run, make_segment, make_topic, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page

PARTS = ("how ice forms", "what ports do", "what it costs", "bubblers")


def make_segments(track: Track, count: int = 4) -> list[Segment]:
    segments = []
    for number in range(count):
        made = make_segment(track, f"doc#{number}", TEXT)
        made.title = f"Ice, part {number}"
        made.save(update_fields=["title"])
        segments.append(made)
    return segments


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    parts = [
        Subnarrative.objects.create(
            topic=topic, text=text, folded=text, position=position
        )
        for position, text in enumerate(PARTS)
    ]
    segments = make_segments(track)
    pks = [segment.pk for segment in segments]
    run = make_run(track, "hidden", task="r")
    RankedList.objects.create(run=run, topic=topic, segment_ids=pks, scores=[1.0] * 4)
    allocation = make_allocation(topic, ada, work="relevance")
    segments.sort(key=lambda segment: order_key(allocation.seed, segment.uuid))
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.click("main a.primary")
    done = Work(browser_page, allocation, segments, parts)
    done.position("segment 1 of 4 · 0 graded")
    expect(browser_page.locator("article h2")).to_be_focused()
    return done
