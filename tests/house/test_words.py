"""Strings on screen: the words of the glossary, in sentence case."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.screen_strings import ScreenString, screen_strings

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs/glossary.md"
TITLE = "## Words that no page uses"
NAMES = {"Assay", "Cover", "Compose", "Docker", "Enter", "Ctrl", "Kendall", "Spearman"}
CAPITAL = re.compile(r"(?<![.:;?!…] )(?<=[\w’,] )([A-Z][a-z]{2,})")


@cache
def strings() -> list[ScreenString]:
    """Return every string on screen except those of the pages of the look."""
    return [each for each in screen_strings() if "templates/style/" not in each.path]


@cache
def banned() -> list[tuple[re.Pattern[str], list[str]]]:
    """Return the words that no page uses, each with phrases that may have it."""
    rows = GLOSSARY.read_text().partition(TITLE)[2].splitlines()
    cells = [row.strip("|").split("|") for row in rows if row.startswith("| ")][1:]
    return [
        (_words(word), [each.strip() for each in spared.split(",") if each.strip()])
        for words, _, spared in cells
        for word in words.split(",")
    ]


def _words(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(words.strip())}(?![\w-])", re.IGNORECASE)


def misused(text: str) -> list[str]:
    """Return the words of a text that the glossary bans."""
    found = []
    for pattern, spared in banned():
        left = text
        for phrase in spared:
            left = left.replace(phrase, "")
        found += pattern.findall(left)
    return found


def test_every_kind_of_file_is_read() -> None:
    ends = {Path(each.path).suffix for each in strings()}
    assert ends == {".html", ".py", ".js"}
    assert len(strings()) > 5000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("The rest", ["The rest"]),
        ("Runs that cannot be told apart", []),
        ("Kept apart", ["apart"]),
        ("Restore the restored", []),
    ],
)
def test_banned_words_are_found(text: str, expected: list[str]) -> None:
    assert misused(text) == expected


def test_no_string_on_screen_has_a_banned_word() -> None:
    found = {(each.path, each.text): misused(each.text) for each in strings()}
    assert {each: words for each, words in found.items() if words} == {}


def test_headings_and_buttons_are_in_sentence_case() -> None:
    assert CAPITAL.findall("Show Who Gets What") == ["Who", "Gets", "What"]
    assert CAPITAL.findall("Labels on items. Only organizers see this.") == []
    titled = {
        (each.path, each.text): set(CAPITAL.findall(each.text)) - NAMES
        for each in strings()
        if each.head
    }
    assert {each: words for each, words in titled.items() if words} == {}
