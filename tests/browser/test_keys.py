"""One-key shortcuts press what they name, and nothing while a person types."""

from typing import TYPE_CHECKING

import pytest

from accounts.models import User

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def desk_page(at_desk: "Page") -> "Page":
    """Return the desk, which writes down the keys of what is pressed."""
    watch(at_desk)
    return at_desk


def watch(page: "Page") -> None:
    page.evaluate(
        """for (const b of document.querySelectorAll('.frame-foot [data-key]'))
        b.addEventListener('click', () => {
          document.getElementById('pressed').textContent += b.dataset.key })"""
    )


def pressed(page: "Page") -> str:
    return page.locator("#pressed").inner_text()


def test_a_key_presses_its_button(desk_page: "Page") -> None:
    for key in ("1", "u", "U", "n", "x"):
        desk_page.keyboard.press(key)
    assert pressed(desk_page) == "1uu"


def test_typing_presses_nothing(desk_page: "Page") -> None:
    for box in ("#note", "#terms"):
        desk_page.click(box)
        desk_page.keyboard.type("1 n 2 u ?")
    assert pressed(desk_page) == ""
    assert desk_page.input_value("#note") == "1 n 2 u ?"


@pytest.mark.parametrize("held", ["Control", "Alt", "Meta"])
def test_held_keys_press_nothing(desk_page: "Page", held: str) -> None:
    desk_page.keyboard.press(f"{held}+u")
    assert pressed(desk_page) == ""


def test_a_held_down_key_counts_once(desk_page: "Page") -> None:
    desk_page.keyboard.down("1")
    desk_page.keyboard.down("1")
    desk_page.keyboard.up("1")
    assert pressed(desk_page) == "1"


def test_a_key_leads_into_a_text_box(desk_page: "Page") -> None:
    desk_page.keyboard.press("/")
    assert desk_page.evaluate("document.activeElement.id") == "terms"
    assert desk_page.input_value("#terms") == ""


def test_the_legend_lists_the_keys_and_silences_them(desk_page: "Page") -> None:
    desk_page.keyboard.press("?")
    desk_page.wait_for_selector("#keys[open]")
    assert "support" in desk_page.locator("#keys dl").inner_text()
    desk_page.keyboard.press("1")
    assert pressed(desk_page) == ""
    desk_page.keyboard.press("Escape")
    desk_page.keyboard.press("1")
    assert pressed(desk_page) == "1"


def test_moved_keys_move_and_are_shown(at_desk: "Page", ada: User) -> None:
    ada.preferences = {"shortcuts": {"off": False, "map": {"u": "z"}}}
    ada.save(update_fields=["preferences"])
    at_desk.reload()
    watch(at_desk)
    for key in ("u", "z"):
        at_desk.keyboard.press(key)
    assert pressed(at_desk) == "u"
    assert at_desk.locator("[data-key=u] kbd").inner_text() == "z"


def test_keys_can_be_switched_off(at_desk: "Page", ada: User) -> None:
    ada.preferences = {"shortcuts": {"off": True, "map": {}}}
    ada.save(update_fields=["preferences"])
    at_desk.reload()
    watch(at_desk)
    at_desk.keyboard.press("1")
    assert pressed(at_desk) == ""


def test_two_meanings_of_a_key_are_told(at_desk: "Page", ada: User) -> None:
    assert at_desk.get_attribute("html", "data-key-conflicts") is None
    ada.preferences = {"shortcuts": {"off": False, "map": {"u": "1"}}}
    ada.save(update_fields=["preferences"])
    at_desk.reload()
    assert at_desk.get_attribute("html", "data-key-conflicts") == "1"


def test_the_clock_leaves_idle_and_hidden_time_out(at_desk: "Page") -> None:
    taken = at_desk.evaluate(
        """async () => {
          const { Clock } = await import('/static/js/clock.js');
          let now = 0;
          const clock = new Clock(() => now);
          clock.start('a');
          now += 10_000; clock.beat();
          now += 300_000; clock.beat();
          clock.pause(); now += 50_000; clock.resume();
          now += 1_000;
          return [clock.take(), clock.take()];
        }"""
    )
    assert taken == [71_000, 0]
