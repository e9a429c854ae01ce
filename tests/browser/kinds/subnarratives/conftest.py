"""A person reviewing a topic's sub-narratives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.kinds.relevance.kind import RELEVANCE
from tests.assess.kinds.subnarratives.reviews import Reviewed, make_review
from tests.browser.hands.page import ready
from tests.browser.kinds.subnarratives.desk import Desk
from tests.make import NOW, make_person, make_segment

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def desk(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Desk:
    made = make_review(ada)
    tick(made, ada)
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{made.work.uuid}/subnarratives/")
    ready(browser_page)
    return Desk(browser_page, made)


def tick(made: Reviewed, ada: User) -> None:
    """Add ticks of the last sub-narrative to two of Ada's grades."""
    judge, ticks = make_person(ada, made.topic.track), [str(made.parts[2].uuid)]
    rows = [
        NewLabel((made.topic.pk, segment.pk), "2", {"ticks": ticks})
        for segment in (make_segment(made.topic.track, f"doc#{n}") for n in range(2))
    ]
    record_labels(RELEVANCE, judge, rows, now=NOW, actor=ada)
