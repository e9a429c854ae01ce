"""The sample campaign on a server, with a browser for each of its people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import setup_databases, teardown_databases
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from runs.models import Segment, Track
from tests.browser.hands.view_selection import Sight
from tests.browser.rooms.pages import urls_of
from tests.browser.rooms.sample_copy import load_campaigns
from tests.browser.rooms.static_server import serve
from tests.stacks.browser import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

NOBODY = ""
PEOPLE = (NOBODY, "bea", "omar", "vera", "root")
PASSING = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9]{64}")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
# Fields of a segment next to its text, longer than any page should expect.
LONG = {
    "title": "Why harbours freeze in winters that are no colder than others. " * 4,
    "docid": "msmarco_v2.1_doc_54_" + "0123456789" * 4,
    "url": "https://example.org/" + "why-harbours-freeze/" * 14,
    "headings": "Fresh water on salt\nWind and tide\nWhat ports do about it\n" * 3,
}


class Campaign:
    """The loaded sample campaigns, a server, and a browser for each of their people.

    Bea assesses, Omar organizes, Vera is a viewer, root is a superuser; nobody is
    signed in.
    """

    def __init__(self, server: LiveServer, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self.ids = load_campaigns()
        self.tabs: dict[str, Page] = {}
        self.sights: dict[str, list[Sight]] = {}
        self.names = {each.username: str(each) for each in User.objects.all()}
        self.names[NOBODY] = "Nobody"
        self.clients = {person: signed_in(person) for person in PEOPLE}

    def page(self, person: str) -> Page:
        """Return a person's tab, of the usual size and in the light theme."""
        if person not in self.tabs:
            self.tabs[person] = self._tab(person)
        page = self.tabs[person]
        page.set_viewport_size(DESKTOP)
        page.emulate_media(media="screen", color_scheme="light")
        return page

    def _tab(self, person: str) -> Page:
        context = self.browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        for cookie in self.clients[person].cookies.values():
            context.add_cookies(
                [{"name": cookie.key, "value": cookie.value, "url": self.server.url}]
            )
        return context.new_page()

    def open(self, person: str, path: str) -> Page:
        """Return a person's tab at an address of the site."""
        page = self.page(person)
        page.goto(f"{self.server.url}{path}")
        return page

    def at(self, person: str, name: str) -> Page:
        """Return a person's tab at the first address of a page of the list."""
        return self.open(person, self.path(name))

    def path(self, name: str) -> str:
        """Return the first address of a page of the list."""
        return urls_of(name, self.ids)[0]

    def seen(self, name: str) -> list[Sight]:
        """Return each different view of a page of the list."""
        if name not in self.sights:
            self.sights[name] = self._sights(name)
        return self.sights[name]

    def _sights(self, name: str) -> list[Sight]:
        found: dict[str, Sight] = {}
        for path in urls_of(name, self.ids):
            for person in PEOPLE:
                answer = self.clients[person].get(path)
                if answer.status_code == 200:
                    text = self._lasting(person, answer.content.decode())
                    found.setdefault(text, Sight(person, path, text))
        return list(found.values())

    def _lasting(self, person: str, text: str) -> str:
        """Return a page without its ids, its tokens and the reader's name."""
        return PASSING.sub("", text).replace(self.names[person], "")

    def lengthen(self) -> None:
        """Give the graded segment the maximum length of everything."""
        Segment.objects.filter(uuid=self.ids["segment"]).update(**LONG)

    def close(self) -> None:
        """Close every browser window."""
        for page in self.tabs.values():
            page.context.close()


def signed_in(person: str) -> Client:
    """Return a browser without script in which a person is signed in."""
    client = Client()
    if person != NOBODY:
        client.force_login(User.objects.get(username=person))
    return client


@contextmanager
def open_campaign(browser: Browser) -> Iterator[Campaign]:
    """Load the sample once and serve it; afterwards the database is empty again."""
    with _database():
        server = serve()
        try:
            campaign = Campaign(server, browser)
            yield campaign
            campaign.close()
        finally:
            server.stop()
            call_command("flush", interactive=False, verbosity=0)


@contextmanager
def _database() -> Iterator[None]:
    """Create the test database if no test of this run requests it from pytest-django.

    Our tests cannot: their transaction would keep the server from writing.
    """
    made = []
    if Track._meta.db_table not in connection.introspection.table_names():
        made = setup_databases(verbosity=0, interactive=False)
    yield
    if made:
        teardown_databases(made, verbosity=0)
