"""A session ends after a time without use, and at the latest after some days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User

pytestmark = pytest.mark.both_stacks

PAGE = "/accounts/preferences/"
AGAIN = "/accounts/sign-in/again/"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def browser(ada: User) -> Client:
    """Return a browser in which Ada signed in by the dialog over a page."""
    client = Client()
    sign_in(client)
    return client


def sign_in(client: Client) -> None:
    client.post(AGAIN, {"username": "ada", "password": "ada"})


def shift(client: Client, *, began: timedelta, seen: timedelta) -> None:
    """Move the beginning and the last use of the session into the past."""
    session, now = client.session, timezone.now()
    session["began"] = (now - began).timestamp()
    session["seen"] = (now - seen).timestamp()
    session.save()


def is_in(client: Client) -> bool:
    return client.get(PAGE).status_code == 200


def test_a_session_lasts_while_it_is_used(browser: Client) -> None:
    shift(browser, began=13 * DAY, seen=11 * HOUR)
    assert is_in(browser)
    assert is_in(browser)


def test_it_ends_after_twelve_hours_without_a_request(browser: Client) -> None:
    shift(browser, began=13 * HOUR, seen=12 * HOUR)
    assert not is_in(browser)
    assert not Session.objects.exists()


def test_it_ends_after_fourteen_days_however_much_it_is_used(browser: Client) -> None:
    shift(browser, began=14 * DAY, seen=timedelta(minutes=1))
    assert not is_in(browser)


def test_each_request_counts_as_use(browser: Client) -> None:
    shift(browser, began=2 * DAY, seen=11 * HOUR)
    assert is_in(browser)
    assert timezone.now().timestamp() - browser.session["seen"] < 60


def test_both_limits_are_settings(browser: Client, settings: Settings) -> None:
    settings.SESSION_IDLE_HOURS = 0.5
    shift(browser, began=HOUR, seen=HOUR)
    assert not is_in(browser)
    sign_in(browser)
    settings.SESSION_COOKIE_AGE = 3600
    shift(browser, began=HOUR, seen=timedelta(0))
    assert not is_in(browser)


def test_a_script_of_an_ended_session_is_asked_to_sign_in_over_the_page(
    ada: User, browser: Client
) -> None:
    shift(browser, began=13 * HOUR, seen=12 * HOUR)
    r = browser.get(PAGE, headers={"X-Assay-User": str(ada.uuid)})
    assert r.status_code == 401
    assert r["X-Sign-In"] == AGAIN
    sign_in(browser)
    assert is_in(browser)


def test_signing_in_again_begins_the_days_anew(browser: Client) -> None:
    shift(browser, began=13 * DAY, seen=timedelta(0))
    sign_in(browser)
    shift_of = timezone.now().timestamp() - browser.session["began"]
    assert shift_of < 60


def test_a_session_that_does_not_say_when_it_began_is_over(browser: Client) -> None:
    session = browser.session
    del session["began"]
    session.save()
    assert not is_in(browser)


def test_a_session_that_is_ended_elsewhere_at_this_moment_is_over(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts import sessions

    begun = sessions.session_span

    def signed_out_meanwhile() -> object:
        Session.objects.all().delete()
        return begun()

    monkeypatch.setattr(sessions, "session_span", signed_out_meanwhile)
    shift(browser, began=DAY, seen=HOUR)
    assert not is_in(browser)


def test_the_cookie_lasts_as_long_as_the_session_may(browser: Client) -> None:
    assert browser.cookies["sessionid"]["max-age"] == 14 * 24 * 60 * 60
