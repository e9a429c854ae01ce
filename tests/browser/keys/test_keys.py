"""One-key shortcuts press their elements, and nothing while a person types."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User

if TYPE_CHECKING:
    from playwright.sync_api import Page

SignIn = Callable[["Page", str], None]

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def desk_page(at_desk: "Page") -> "Page":
    """Return the desk, which records the keys of pressed elements."""
    watch(at_desk)
    return at_desk


def watch(page: "Page") -> None:
    page.evaluate(
        """for (const b of document.querySelectorAll('.frame-foot [data-key]'))
        b.addEventListener('click', () => {
          document.getElementById('pressed').textContent += b.dataset.key })"""
    )


def pressed(page: "Page", keys: str) -> None:
    """Wait until the desk has recorded these keys, and no others."""
    expect(page.locator("#pressed")).to_have_text(keys)


def test_a_key_presses_its_button(desk_page: "Page") -> None:
    for key in ("1", "u", "U", "n", "x"):
        desk_page.keyboard.press(key)
    pressed(desk_page, "1uu")


def test_typing_presses_nothing(desk_page: "Page") -> None:
    for box in ("#note", "#terms"):
        desk_page.click(box)
        desk_page.keyboard.type("1 n 2 u ?")
    pressed(desk_page, "")
    assert desk_page.input_value("#note") == "1 n 2 u ?"


@pytest.mark.parametrize("held", ["Control", "Alt", "Meta"])
def test_held_keys_press_nothing(desk_page: "Page", held: str) -> None:
    desk_page.keyboard.press(f"{held}+u")
    pressed(desk_page, "")


def test_a_held_down_key_counts_once(desk_page: "Page") -> None:
    desk_page.keyboard.down("1")
    desk_page.keyboard.down("1")
    desk_page.keyboard.up("1")
    pressed(desk_page, "1")


def test_a_key_leads_into_a_text_box(desk_page: "Page") -> None:
    desk_page.keyboard.press("/")
    expect(desk_page.locator("#terms")).to_be_focused()
    expect(desk_page.locator("#terms")).to_have_value("")


def test_the_legend_lists_the_keys_and_silences_them(desk_page: "Page") -> None:
    desk_page.keyboard.press("?")
    desk_page.wait_for_selector("#keys[open]")
    assert "support" in desk_page.locator("#keys dl").inner_text()
    desk_page.keyboard.press("1")
    pressed(desk_page, "")
    desk_page.keyboard.press("Escape")
    desk_page.keyboard.press("1")
    pressed(desk_page, "1")


def test_moved_keys_move_and_are_shown(at_desk: "Page", ada: User) -> None:
    ada.preferences = {"shortcuts": {"off": False, "map": {"u": "z"}}}
    ada.save(update_fields=["preferences"])
    at_desk.reload()
    watch(at_desk)
    for key in ("u", "z"):
        at_desk.keyboard.press(key)
    pressed(at_desk, "u")
    assert at_desk.locator("[data-key=u] kbd").inner_text() == "z"


def test_keys_can_be_switched_off(at_desk: "Page", ada: User) -> None:
    ada.preferences = {"shortcuts": {"off": True, "map": {}}}
    ada.save(update_fields=["preferences"])
    at_desk.reload()
    watch(at_desk)
    at_desk.keyboard.press("1")
    pressed(at_desk, "")


def test_two_meanings_of_a_key_are_named(at_desk: "Page", ada: User) -> None:
    assert at_desk.get_attribute("html", "data-key-conflicts") is None
    move(at_desk, ada, {"u": "1"})
    assert at_desk.get_attribute("html", "data-key-conflicts") == "1"
    assert at_desk.locator("#key-conflict").inner_text() == (
        "1 means “support” and “undo” here; only the first works. Change your keys"
    )


def move(page: "Page", person: User, keys: dict[str, str]) -> None:
    person.preferences = {"shortcuts": {"off": False, "map": keys}}
    person.save(update_fields=["preferences"])
    page.reload()


def test_named_keys_move_both_ways(at_desk: "Page", ada: User) -> None:
    move(at_desk, ada, {"1": "ArrowUp", "u": "Enter", "?": "k"})
    watch(at_desk)
    hints = at_desk.locator(".frame-foot kbd").all_inner_texts()
    assert hints == ["↑", "Enter"]
    for key in ("1", "ArrowUp", "u", "Enter", "?"):
        at_desk.keyboard.press(key)
    pressed(at_desk, "1u")
    at_desk.keyboard.press("k")
    at_desk.wait_for_selector("#keys[open]")


@pytest.fixture
def key_fields(
    live_server: LiveServer, ada: User, sign_in: SignIn, browser_page: "Page"
) -> "Page":
    """Return the page on which Ada moves keys."""
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/accounts/keys/")
    return browser_page


def test_a_field_takes_the_key_that_is_pressed(key_fields: "Page", ada: User) -> None:
    undo, last = (
        key_fields.get_by_label(f"New key for {key}", exact=True) for key in "ur"
    )
    undo.focus()
    for key in ("z", "Shift+ArrowUp", "Backspace", "Backspace", "Enter", "R"):
        key_fields.keyboard.press(key)
    assert undo.input_value() == "r"
    key_fields.click("text=Save keys")
    error = key_fields.locator(".errorlist").first
    assert "r would be both “undo” and “your last labels”" in error.inner_text()
    last.focus()
    key_fields.keyboard.press("u")
    key_fields.click("text=Save keys")
    key_fields.wait_for_selector("text=Your keys are saved.")
    ada.refresh_from_db()
    assert ada.preferences["shortcuts"]["map"] == {"u": "r", "r": "u"}
    key_fields.click("text=Reset all keys")
    key_fields.wait_for_selector("text=All keys are as they were.")
    ada.refresh_from_db()
    assert ada.preferences["shortcuts"]["map"] == {}


def test_tab_goes_on_from_a_field_that_takes_keys(key_fields: "Page") -> None:
    key_fields.locator("[data-takes-key]").first.focus()
    key_fields.keyboard.press("Tab")
    second = key_fields.locator("[data-takes-key]").nth(1)
    assert second.evaluate("each => each === document.activeElement")


def test_the_clock_leaves_idle_and_hidden_time_out(at_desk: "Page") -> None:
    taken = at_desk.evaluate(
        """async () => {
          const { Clock } = await import('/static/assess/judging/clock.js');
          let now = 0;
          let away = false;
          const clock = new Clock(() => now, () => away);
          clock.start('a');
          now += 10_000; clock.beat();
          now += 300_000; clock.beat();
          clock.pause(); now += 50_000; clock.resume();
          away = true; now += 2_000; clock.beat(); away = false;
          now += 1_000;
          return [clock.take(), clock.take()];
        }"""
    )
    assert taken == [71_000, 0]
