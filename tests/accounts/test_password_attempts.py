"""Limits of password attempts: counted for all processes, exactly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.kernel.limits import PAIR, Limit
from accounts.models import Tries, User
from tests.at_once import at_once

pytestmark = pytest.mark.both_stacks

ROOT = Path(__file__).resolve().parents[2]
PAGE = "/accounts/sign-in/"
AGAIN = "/accounts/sign-in/again/"
PASSWORD = "/accounts/password/"
HERE, THERE = "203.0.113.1", "198.51.100.7"
LOOKED_AT, REFUSED = "Wrong name or password", "Too many wrong passwords"
HOUR = timedelta(hours=1)


def sign_in(
    name: str, password: str, *, address: str = HERE, page: str = PAGE, **headers: str
) -> str:
    """Try a password in a new browser; return the page, "" if it was right."""
    r = Client(SERVER_NAME="localhost").post(
        page,
        {"username": name, "password": password},
        REMOTE_ADDR=address,
        headers=headers,
    )
    done = r.status_code == 302 or r["Content-Type"] == "application/json"
    return "" if done else r.content.decode()


def spend(name: str = "ada", *, address: str = HERE, page: str = PAGE) -> None:
    """Try wrong passwords until no more is checked."""
    for _ in range(PAIR.tries):
        assert LOOKED_AT in sign_in(name, "no", address=address, page=page)
    assert REFUSED in sign_in(name, "no", address=address, page=page)


def looked_at(tries: Sequence[Callable[[], str]]) -> int:
    """Make attempts in twenty threads; return how many passwords were checked."""
    share = [tries[place::20] for place in range(20)]
    works = [partial(lambda mine: [one() for one in mine], mine) for mine in share]
    texts = [text for made in at_once(*works) for text in made]  # type: ignore[attr-defined]
    assert len(texts) == len(tries)
    assert all(LOOKED_AT in text or REFUSED in text for text in texts)
    return sum(LOOKED_AT in text for text in texts)


@pytest.mark.django_db(transaction=True)
def test_of_200_at_once_at_one_name_only_as_many_as_allowed_are_looked_at(
    ada: User,
) -> None:
    assert looked_at([partial(sign_in, "ada", "no")] * 200) == PAIR.tries


@pytest.mark.django_db(transaction=True)
def test_one_name_from_many_addresses_at_once_has_a_limit(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.NAME", Limit(30, HOUR))
    addresses = [f"10.0.0.{number}" for number in range(100)]
    tries = [partial(sign_in, "ada", "no", address=address) for address in addresses]
    assert looked_at(tries) == 30


@pytest.mark.django_db(transaction=True)
def test_many_names_from_one_address_at_once_have_a_limit(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.ADDRESS", Limit(30, HOUR))
    tries = [partial(sign_in, f"nobody-{number}", "no") for number in range(100)]
    assert looked_at(tries) == 30


GUESS = """
import django; django.setup()
from tests.accounts.test_password_attempts import LOOKED_AT, sign_in
print(sum(LOOKED_AT in sign_in("ada", "no") for _ in range(20)))
"""


def test_processes_count_together(ada: User, database_url: str) -> None:
    env = {**os.environ, "DATABASE_URL": database_url}
    env["DJANGO_SETTINGS_MODULE"] = "tests.accounts.attempt_settings"
    command = [sys.executable, "-c", GUESS]
    started = [
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    told = [child.communicate()[0] for child in started]
    assert [child.returncode for child in started] == [0, 0, 0]
    assert sum(int(number) for number in told) == PAIR.tries


@pytest.mark.parametrize("page", [PAGE, AGAIN])
def test_nobody_guesses_on_and_on(ada: User, page: str) -> None:
    spend(page=page)
    refused = sign_in("Ada ", "ada", page=page, **{"X-Forwarded-For": THERE})
    assert "Try again in 15 minutes. If you forgot yours, ask" in refused
    assert sign_in("ada", "ada", address=THERE, page=page) == ""


def test_both_sign_in_pages_and_the_password_page_count_together(ada: User) -> None:
    spend(page=AGAIN)
    assert REFUSED in sign_in("ada", "ada", page=PAGE)
    assert REFUSED in change(ada, old="ada")


def change(user: User, *, old: str) -> str:
    """Request a new password; return the page, "" if it was changed."""
    browser = Client(REMOTE_ADDR=HERE)
    browser.force_login(user)
    new = "a longer pass phrase"
    data = {"old_password": old, "new_password1": new, "new_password2": new}
    r = browser.post(PASSWORD, data)
    return "" if r.status_code == 302 else r.content.decode()


def test_wrong_old_passwords_are_counted_too(ada: User) -> None:
    for _ in range(PAIR.tries):
        assert "was entered incorrectly" in change(ada, old="no")
    assert REFUSED in change(ada, old="ada")
    ada.refresh_from_db()
    assert ada.check_password("ada")
    Tries.objects.update(until=timezone.now())
    assert change(ada, old="ada") == ""


def test_an_unknown_name_is_refused_like_a_known_one(db: None) -> None:
    spend("nobody")


def test_a_refusal_ends_by_itself_and_a_full_count_begins(ada: User) -> None:
    spend()
    Tries.objects.update(until=timezone.now())
    spend()


def test_a_refusal_is_not_made_longer_by_trying_on(ada: User) -> None:
    spend()
    ends = Tries.objects.get(kind=Tries.PAIR).until
    assert REFUSED in sign_in("ada", "no")
    assert Tries.objects.get(kind=Tries.PAIR).until == ends


def test_a_right_password_starts_the_count_afresh(ada: User) -> None:
    for _ in range(PAIR.tries - 1):
        sign_in("ada", "no")
    assert sign_in("ada", "ada") == ""
    spend()


def test_right_passwords_use_up_nothing_of_an_address(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.ADDRESS", Limit(3, HOUR))
    for _ in range(5):
        assert sign_in("ada", "ada") == ""
    sign_in("bea", "no")
    sign_in("ada", "ada")  # uncounts its own attempt, and not the one before
    sign_in("bea", "no")
    sign_in("bea", "no")
    assert "from your network" in sign_in("bea", "no")


def test_who_guesses_at_an_address_does_not_lock_out_whom_it_knows(
    ada: User, bea: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.ADDRESS", Limit(3, HOUR))
    assert sign_in("ada", "ada") == ""
    for _ in range(4):
        words = sign_in("nobody", "no")
    assert "from your network" in words
    assert sign_in("ada", "ada") == ""
    assert "from your network" in sign_in("bea", "bea")
    spend()


def test_who_attacks_a_name_from_everywhere_does_not_lock_its_person_out(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.NAME", Limit(3, HOUR))
    assert sign_in("ada", "ada", address=THERE) == ""
    for number in range(3):
        sign_in("ada", "no", address=f"10.0.0.{number}")
    words = sign_in("ada", "ada", address="10.0.0.9")
    assert "from a network where you signed in before" in words
    assert sign_in("ada", "ada", address=THERE) == ""
    spend(address=THERE)


def test_addresses_of_one_ipv6_network_are_one(ada: User) -> None:
    spend(address="2001:db8:1:2::1")
    assert REFUSED in sign_in("ada", "ada", address="2001:db8:1:2:ffff::9")
    assert sign_in("ada", "ada", address="2001:db8:1:3::1") == ""


def test_behind_a_proxy_the_address_that_it_adds_counts(
    ada: User, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    for number in range(PAIR.tries):
        forged = {"X-Forwarded-For": f"10.0.0.{number}, {THERE}"}
        assert LOOKED_AT in sign_in("ada", "no", **forged)
    assert REFUSED in sign_in("ada", "ada", **{"X-Forwarded-For": THERE})
    assert sign_in("ada", "ada", **{"X-Forwarded-For": "203.0.113.99"}) == ""


@pytest.mark.parametrize("name", ["x" * 150, "'; DROP TABLE", "ａｄａ"])
def test_strange_names_are_counted(db: None, name: str) -> None:
    assert sign_in(name, "no")
    assert Tries.objects.get(kind=Tries.PAIR).count == 1


def test_neither_names_nor_addresses_are_kept(db: None) -> None:
    sign_in("zoltan", "no")
    kept = str(list(Tries.objects.values()))
    assert "zoltan" not in kept
    assert HERE not in kept


def test_what_counts_no_longer_is_forgotten(ada: User) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    for number in range(5):
        sign_in(f"nobody-{number}", "no", address=f"10.0.0.{number}")
    assert sign_in("ada", "ada", address=THERE) == ""
    Tries.objects.update(until=long_ago)
    sign_in("bea", "no")
    left = Tries.objects.filter(until=long_ago)
    assert [row.trusted is not None for row in left] == [True]
    left.update(trusted=long_ago)
    sign_in("bea", "no")
    assert not left.exists()


@pytest.mark.parametrize(
    ("new", "taken"), [("elevencharx", False), ("twelve chars", True)]
)
def test_a_new_password_has_twelve_characters(
    ada: User, new: str, *, taken: bool
) -> None:
    browser = Client()
    browser.force_login(ada)
    data = {"old_password": "ada", "new_password1": new, "new_password2": new}
    r = browser.post(PASSWORD, data)
    assert (r.status_code == 302) == taken
    assert ("at least 12 characters" in r.content.decode()) != taken
