"""The one outbox never loses or doubles a label, and never sends another person's."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.hands.page import intercept
from tests.browser.outbox.labels import Send, state, stored
from tests.browser.rooms.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_it_sends_a_label_and_says_saved(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    key = send(at_desk, activeMs=1234.6)
    state(at_desk, "Saved ")
    (taken,) = desk.taken
    assert (taken["key"], taken["value"], taken["seen"]) == (key, "support", 0)
    assert taken["active_ms"] == 1235
    assert taken["client_time"].endswith("Z")
    assert "after" not in taken
    assert stored(at_desk) == 0


def test_it_tries_again_with_the_same_key(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(503, {}), (500, {})]
    key = send(at_desk)
    state(at_desk, "Not saved · 1 kept here")
    state(at_desk, "Saved ")
    assert [taken["key"] for taken in desk.taken] == [key]


def test_it_keeps_order_and_names_the_predecessor(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    desk.wrong = [(500, {})] * 99
    first = send(at_desk)
    second = send(at_desk)
    other = send(at_desk, item="item-2")
    state(at_desk, "3 kept here")
    desk.wrong = []
    at_desk.click("#save-state")
    expect(at_desk.locator("#waiting li")).to_have_count(3)
    at_desk.get_by_role("button", name="Retry now").click()
    state(at_desk, "Saved ")
    assert [taken["key"] for taken in desk.taken] == [first, second, other]
    assert [taken.get("after") for taken in desk.taken] == [None, first, None]


def test_it_knows_the_version_of_its_last_label(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    send(at_desk)
    state(at_desk, "Saved ")
    send(at_desk)
    at_desk.wait_for_function("() => Object.keys(localStorage).length === 0")
    assert [taken["seen"] for taken in desk.taken] == [0, 1]


def test_a_lost_connection_is_shown_and_recovered_from(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    at_desk.context.set_offline(True)
    send(at_desk)
    state(at_desk, "Offline · 1 kept here")
    assert stored(at_desk) == 1
    at_desk.context.set_offline(False)
    state(at_desk, "Saved ")
    assert len(desk.taken) == 1


def test_a_reload_sends_what_was_left(at_desk: "Page", desk: Desk, send: Send) -> None:
    desk.wrong = [(500, {})] * 2
    key = send(at_desk)
    state(at_desk, "Not saved")
    desk.wrong = []
    at_desk.reload()
    state(at_desk, "Saved ")
    assert [taken["key"] for taken in desk.taken] == [key]


def test_an_expired_session_is_signed_in_over_the_page(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    Session.objects.all().delete()
    key = send(at_desk)
    at_desk.fill("#sign-in-again [name=password]", "wrong")
    at_desk.click("#sign-in-again button.primary")
    at_desk.wait_for_selector("#sign-in-again .errorlist")
    expect(at_desk.locator("#sign-in-again [name=password]")).to_be_focused()
    assert desk.taken == []
    at_desk.fill("#sign-in-again [name=password]", "ada")
    at_desk.click("#sign-in-again button.primary")
    state(at_desk, "Saved ")
    assert [(taken["key"], taken["who"]) for taken in desk.taken] == [(key, "ada")]


def test_an_idle_session_is_signed_in_over_the_page(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    for row in Session.objects.all():
        session = SessionStore(row.pk)
        session["seen"] -= 12 * 60 * 60
        session.save()
    key = send(at_desk)
    at_desk.fill("#sign-in-again [name=password]", "ada")
    at_desk.click("#sign-in-again button.primary")
    state(at_desk, "Saved ")
    assert [(taken["key"], taken["who"]) for taken in desk.taken] == [(key, "ada")]


def test_a_changed_csrf_token_is_fetched_again(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    at_desk.evaluate("document.cookie = 'csrftoken=' + 'x'.repeat(32) + '; path=/'")
    send(at_desk)
    state(at_desk, "Saved ")
    assert len(desk.taken) == 1


def test_another_person_never_sends_it(
    at_desk: "Page", desk: Desk, send: Send, bea: User, sign_in: Callable[..., None]
) -> None:
    at_desk.context.clear_cookies()
    tab = at_desk.context.new_page()
    sign_in(tab, "bea")
    tab.goto(at_desk.url)
    tab.wait_for_selector("#part")
    send(at_desk)
    at_desk.wait_for_selector("#sign-in-again[open]")
    tab.reload()
    send(tab, item="item-2")
    state(tab, "Saved ")
    assert [taken["who"] for taken in desk.taken] == ["bea"]
    assert stored(tab) == 1


def test_a_long_text_in_any_script_is_sent(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    """A browser sends no more than 64 KiB for a page that is being left."""
    send(at_desk, body={"value": "क" * 25_000, "seen": 0})
    state(at_desk, "Saved ")
    assert len(desk.taken) == 1


def test_an_htmx_write_is_repeated_after_signing_in(
    at_desk: "Page", desk: Desk
) -> None:
    Session.objects.all().delete()
    at_desk.click("#swap")
    at_desk.fill("#sign-in-again [name=password]", "ada")
    at_desk.click("#sign-in-again button.primary")
    at_desk.wait_for_function(
        "() => document.getElementById('part').textContent === 'swapped'"
    )
    state(at_desk, "Saved ")
    assert desk.taken == [{"text": "kept"}]


def test_an_htmx_write_outlives_its_page(at_desk: "Page", desk: Desk) -> None:
    """Its answer is swapped by htmx only on the page that asked for it."""
    intercept(at_desk, "**/desk/part/", lambda route: route.abort())
    at_desk.click("#swap")
    state(at_desk, "1 kept here")
    at_desk.reload()
    at_desk.unroute("**/desk/part/")
    state(at_desk, "Saved ")
    assert desk.taken == [{"text": "kept"}]
    assert at_desk.text_content("#part") == "waiting"


def test_what_cannot_be_loaded_is_said_until_it_can(at_desk: "Page") -> None:
    load = "(at) => { htmx.ajax('GET', at, { target: '#part', swap: 'none' }); }"
    at_desk.evaluate(load, "/desk/nothing/")
    state(at_desk, "Not loaded")
    at_desk.click("#save-state")
    expect(at_desk.locator("#waiting")).to_contain_text("the server answered 404.")
    at_desk.evaluate(load, "/")
    expect(at_desk.locator("#save-state")).not_to_contain_text("Not loaded")


def test_without_a_secure_context_keys_are_made_all_the_same(
    at_desk: "Page", desk: Desk, send: Send
) -> None:
    at_desk.evaluate("Object.defineProperty(crypto, 'randomUUID', {value: undefined})")
    key = send(at_desk)
    state(at_desk, "Saved ")
    assert key[14] == "4"
    assert len(key) == 36


LISTEN = """async () => {
  const { pending } = await import('/static/outbox/outbox.js');
  const person = document.querySelector('meta[name=assay-user]').content;
  window.told = [];
  window.came = [];
  document.addEventListener('outbox:done', () => told.push(pending().length));
  addEventListener('storage', () => came.push('storage'));
  window.channel = new BroadcastChannel(`assay.outbox.${person}`);
  channel.addEventListener('message', () => came.push('message'));
}"""
STORE = """() => {
  const person = document.querySelector('meta[name=assay-user]').content;
  const action = { key: 'k', number: 1, item: 'item-1', made: '2026-01-01T00:00:00Z' };
  const name = `assay.outbox.${person}.${'0'.repeat(15)}.000001.k`;
  const channel = new BroadcastChannel(`assay.outbox.${person}`);
  const answer = { version: 1 };
  window.tell = () => channel.postMessage({ action, kind: 'done', answer });
  window.remove = () => localStorage.removeItem(name);
  localStorage.setItem(name, JSON.stringify(action));
}"""


def test_another_windows_save_is_shown_once_it_no_longer_waits(
    at_desk: "Page", desk: Desk
) -> None:
    """A window's message may arrive before its changes of the storage."""
    at_desk.evaluate(LISTEN)
    tab = at_desk.context.new_page()
    tab.goto(at_desk.url)
    tab.evaluate(STORE)
    at_desk.wait_for_function("() => String(came) === 'storage'")
    tab.evaluate("tell()")
    at_desk.wait_for_function("() => String(came) === 'storage,message'")
    assert at_desk.evaluate("told") == []
    tab.evaluate("remove()")
    at_desk.wait_for_function("() => told.length === 1")
    assert at_desk.evaluate("told") == [0]
    assert desk.taken == []
