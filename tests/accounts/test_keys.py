"""Every key can be moved, and none gets two meanings on a screen."""

import json
import re

import pytest
from django.test import Client

from accounts.kernel.keys import (
    FIXED,
    SCREENS,
    BadKey,
    all_keys,
    clashes,
    read_key,
    write_key,
)
from accounts.models import User
from tests.page import select

PAGE = "/accounts/keys/"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("z", "z"),
        ("Z", "z"),
        ("+", "+"),
        (" ", "Space"),
        ("enter", "Enter"),
        ("Esc", "Escape"),
        ("↑", "ArrowUp"),
        ("Up", "ArrowUp"),
        ("shift ↑", "Shift+ArrowUp"),
        ("Shift+ArrowUp", "Shift+ArrowUp"),
        ("Shift + Up", "Shift+ArrowUp"),
        ("PgDn", "PageDown"),
        ("é", "é"),
    ],
)
def test_keys_are_read_as_people_write_them(text: str, key: str) -> None:
    assert read_key(text) == key
    assert read_key(write_key(key)) == key


@pytest.mark.parametrize("text", ["zz", "Tab", "Ctrl z", "shift 5", "  ", "\t", "\x00"])
def test_what_is_no_key_is_said(text: str) -> None:
    with pytest.raises(BadKey, match="is not a key"):
        read_key(text)


@pytest.mark.parametrize("row", all_keys(), ids=lambda row: row.key)
def test_every_key_of_a_page_is_read_back(row: tuple[str, object]) -> None:
    assert read_key(write_key(row[0])) == row[0]


def test_no_screen_clashes_with_itself() -> None:
    assert clashes({}) == []


def test_a_clash_names_the_screen_and_both_actions() -> None:
    (clash,) = clashes({"u": "r"})
    labelled = ("relevance", "assignment", "exam", "uncited sentences", "support")
    assert clash.screens == (*labelled, "matching", "statements", "adjudication")
    assert str(clash).startswith("r would be both “undo” and “your last labels” on: ")


def test_two_keys_may_be_swapped() -> None:
    assert clashes({"u": "r", "r": "u"}) == []


def test_keys_that_the_browser_needs_are_not_taken() -> None:
    (clash,) = clashes({"e": "ArrowUp"})
    assert clash.other == "choose the line above"
    assert clash.screens == ("sub-narratives", "nuggets", "questions")
    assert FIXED.keys() <= SCREENS.keys()


def test_it_keeps_named_keys(ada: User, ada_client: Client) -> None:
    r = ada_client.post(
        PAGE, {"key_Enter": "g", "key_g": "Enter", "key_Shift+ArrowUp": "Shift Home"}
    )
    ada.refresh_from_db()
    assert r.status_code == 302
    assert ada.preferences["shortcuts"] == {
        "off": False,
        "map": {"Enter": "g", "g": "Enter", "Shift+ArrowUp": "Shift+Home"},
    }
    shown = ada_client.get(PAGE).content.decode()
    assert select(shown, '[value="Shift Home"]')
    keys = re.search(r'id="key-preferences"[^>]*>(.*?)</script>', shown)
    assert keys
    assert json.loads(keys[1]) == ada.preferences["shortcuts"]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (
            {"key_u": "r"},
            "r would be both “undo” and “your last labels” on: relevance, assignment",
        ),
        ({"key_u": "z", "key_r": "z"}, "z would be both"),
        ({"key_u": "zz"}, "“zz” is not a key"),
    ],
)
def test_it_refuses_a_clash_in_words(
    ada: User, ada_client: Client, moves: dict[str, str], words: str
) -> None:
    r = ada_client.post(PAGE, moves)
    ada.refresh_from_db()
    assert r.status_code == 422
    assert words in r.content.decode()
    assert ada.preferences == {}


def test_an_empty_field_and_the_key_itself_move_nothing(
    ada: User, ada_client: Client
) -> None:
    ada_client.post(PAGE, {"off": "on", "key_u": "", "key_r": "R"})
    ada.refresh_from_db()
    assert ada.preferences["shortcuts"] == {"off": True, "map": {}}


def test_all_keys_go_back_at_once(ada: User, ada_client: Client) -> None:
    ada.preferences = {"theme": "dark", "shortcuts": {"off": True, "map": {"u": "z"}}}
    ada.save(update_fields=["preferences"])
    assert ada_client.post(f"{PAGE}reset/").status_code == 302
    ada.refresh_from_db()
    assert ada.preferences["shortcuts"] == {"off": False, "map": {}}
    assert ada.preferences["theme"] == "dark"
    assert ada_client.get(f"{PAGE}reset/").status_code == 405


def test_it_rejects_the_wrong_method(ada_client: Client) -> None:
    assert ada_client.delete(PAGE).status_code == 405


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}reset/"])
def test_it_sends_the_anonymous_to_sign_in(client: Client, db: None, path: str) -> None:
    assert client.post(path)["Location"] == f"/accounts/sign-in/?next={path}"
