"""A person with one work of one type, at its first page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation, Change
from nuggets.models import AnswerRevision, Edit
from runs.models import SubnarrativeEdit
from tests.browser.hands.page import press, ready
from tests.browser.rooms.campaign import signed_in
from tests.browser.rooms.works import WORKS, MadeFor

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request

_number = count(1)


class Seat(NamedTuple):
    """Who works, on what, and on which page."""

    person: User
    work: Allocation
    page: Page

    def press(self, keys: str) -> None:
        """Press one key after the other."""
        press(self.page, keys)

    def sends(self, keys: str) -> Request:
        """Press keys and return the page's next request."""
        with self.page.expect_request("**/api/work/**") as sent:
            self.press(keys)
        return sent.value

    def saved(self) -> None:
        """Wait until the page says that all is saved."""
        state = self.page.locator("#save-state")
        expect(state).to_have_attribute("data-state", "saved")

    def arrived(self) -> int:
        """Count the person's actions in the database."""
        return sum(
            rows.count()
            for rows in (
                Change.objects.filter(actor=self.person),
                Edit.objects.filter(by=self.person),
                SubnarrativeEdit.objects.filter(by=self.person),
                AnswerRevision.objects.filter(answer__author=self.person),
            )
        )


def make_user() -> User:
    """Make somebody whom no test has used; the password is the name."""
    name = f"cara-{next(_number)}"
    return User.objects.create_user(name, password=name)


def make_seat(
    kind: str,
    server: str,
    profile: BrowserContext,
    works: Mapping[str, MadeFor] = WORKS,
) -> Seat:
    """Seat a new person before a new work of one type."""
    person = make_user()
    work = works[kind](person)
    for cookie in signed_in(person.username).cookies.values():
        profile.add_cookies(
            [{"name": cookie.key, "value": cookie.value, "url": server}]
        )
    page = profile.pages[0]
    page.goto(f"{server}/work/{work.uuid}/")
    ready(page)
    return Seat(person, work, page)


# The first action of a person in each type of work.
FIRST = {
    "relevance": "2",
    "subnarratives": "x",
    "nuggets": "x",
    "spans": "ArrowDown Enter",
    "assignment": "1",
    "support": "1",
    "answers": "x",
    "need": "1",
    "ptkb": "1",
    "exam": "4",
    "match": "1",
    "disputed_relevance": "3",
}


Profile = Callable[[], "BrowserContext"]


Sit = Callable[..., Seat]
