"""Browser tests of the scripts use a small judging page, the desk."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.rooms.campaign import Campaign, open_campaign
from tests.browser.rooms.desk import DESK, Desk
from tests.browser.rooms.profiles import Profiles
from tests.browser.rooms.static_server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

OpenPage = Callable[[str], "Page"]
SignIn = Callable[["Page", str], None]


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """Return a server over the test's database, for every test of this process."""
    server = serve()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def profiles(chromium: "Browser") -> Profiles:
    """Return the browser's profiles."""
    return Profiles(chromium)


@pytest.fixture
def browser_context(profiles: Profiles) -> Iterator["BrowserContext"]:
    """Return a profile without cookies, with nothing stored."""
    profile = profiles.take()
    yield profile
    profiles.give_back(profile)


@pytest.fixture
def browser_page(browser_context: "BrowserContext") -> "Page":
    """Return the empty tab of an empty profile."""
    return browser_context.pages[0]


@pytest.fixture
def one_ahead(settings: Settings) -> None:
    """Let pages fetch one segment ahead, so that the one after it is missing."""
    settings.SEGMENTS_AHEAD = 1


@pytest.fixture
def sign_in(live_server: LiveServer) -> SignIn:
    """Return a function that signs in at once: the form has tests of its own."""

    def by_session(page: "Page", name: str) -> None:
        client = Client()
        client.force_login(User.objects.get(username=name))
        session = client.cookies["sessionid"].value
        page.context.add_cookies(
            [{"name": "sessionid", "value": session, "url": live_server.url}]
        )

    return by_session


@pytest.fixture
def open_page(
    live_server: LiveServer, sign_in: SignIn, browser_page: "Page"
) -> OpenPage:
    """Return a function that opens a page as Ada, with the focus at its start."""

    def at(path: str) -> "Page":
        sign_in(browser_page, "ada")
        browser_page.goto(f"{live_server.url}{path}")
        focus = browser_page.locator("[data-focus], #editor [name=nugget]:checked")
        expect(focus).to_be_focused()
        return browser_page

    return at


@pytest.fixture
def desk(settings: Settings) -> Iterator[Desk]:
    """Return an empty desk that answers at /desk/."""
    settings.ROOT_URLCONF = "tests.browser.rooms.desk"
    DESK.__init__()  # type: ignore[misc]
    yield DESK
    DESK.__init__()  # type: ignore[misc]


@pytest.fixture
def at_desk(
    desk: Desk,
    ada: User,
    live_server: LiveServer,
    sign_in: SignIn,
    browser_page: "Page",
) -> "Page":
    """Return a page with Ada at the desk."""
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.wait_for_selector("#part")
    return browser_page


@pytest.fixture
def send() -> Callable[..., str]:
    """Return a function that puts a label for an item into a page's outbox."""

    def from_page(page: "Page", /, item: str = "item-1", **more: object) -> str:
        action = {"url": "/desk/label/", "item": item, "words": "support", **more}
        action.setdefault("body", {"value": "support", "seen": 0})
        key: str = page.evaluate(
            "async (a) => (await import('/static/outbox/outbox.js')).send(a)", action
        )
        return key

    return from_page


@pytest.fixture(scope="module")
def campaign(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, chromium: "Browser"
) -> Iterator[Campaign]:
    """Return the sample campaign, loaded and served once for a file of tests."""
    with django_db_blocker.unblock(), open_campaign(chromium) as opened:
        opened.lengthen()
        yield opened
