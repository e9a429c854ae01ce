"""No page cuts a text in mid-word: limits in characters apply to texts cut by words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
CUT = re.compile(r"(?:\|truncatewords:(\d+))?\|truncatechars:(\d+)")
LONG = 10  # characters per word, with its space: nearly all texts have shorter ones


def cutting() -> list[Path]:
    every = sorted(TEMPLATES.rglob("*.html"))
    return [each for each in every if "truncatechars" in each.read_text("utf-8")]


def test_some_templates_cut_texts() -> None:
    assert cutting()


@pytest.mark.parametrize("path", cutting(), ids=lambda path: path.name)
def test_characters_are_cut_after_words_alone(path: Path) -> None:
    for words, characters in CUT.findall(path.read_text("utf-8")):
        assert words, path
        assert int(characters) >= LONG * int(words), path
