"""Modules are named by nouns of the field, not by participles or verbs of speech."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = (
    *("accounts", "assess", "config", "exams", "jobs"),
    *("llm", "manual", "matching", "nuggets", "runs"),
)
ELSEWHERE = ("bench", "static", "tests")
# Nouns of the field in -ing and -ed, and the stack `embedded`.
NOUNS = {"drafting", "editing", "embedded", "grading", "judging", "listing", "mapping"}
NOUNS |= {"matching", "need", "ordering", "ranking", "rereading", "scoring"}
# Participles and verbs without these endings, and words of no field.
PARTICIPLES = {"drawn", "found", "given", "hidden", "kept", "known", "lost", "made"}
PARTICIPLES |= {"said", "seen", "shown", "spent", "taken", "told", "written"}
VERBS = {"ask", "asks", "say", "says", "take", "takes", "tell", "tells"}
OTHERS = {"at_hand", "behind", "elsewhere", "everything", "sights", "so_far", "twins"}


def is_noun(name: str) -> bool:
    """Return whether the last word of a module's name may be a noun of the field."""
    last = name.rsplit("_", maxsplit=1)[-1]
    if {name, last} & (PARTICIPLES | VERBS | OTHERS):
        return False
    return last in NOUNS or not last.endswith(("ing", "ed"))


def _names() -> Iterator[tuple[str, Path]]:
    for folder in (*APPS, *ELSEWHERE):
        for path in sorted((ROOT / folder).rglob("*.*")):
            inside = {"vendor", "migrations"}.isdisjoint(path.parts)
            if inside and path.suffix in {".py", ".js", ".css"}:
                yield path.stem, path.relative_to(ROOT)
                yield path.parent.name, path.relative_to(ROOT).parent


def test_modules_and_their_folders_are_named_by_nouns() -> None:
    names = {(n, path) for n, path in _names() if not n.startswith("test_")}
    assert len(names) > 700
    assert [str(path) for name, path in sorted(names) if not is_noun(name)] == []


@pytest.mark.parametrize(
    "name",
    ["asked", "settling", "spanning", "kept", "told", "own_kept", "at_hand", "shared"],
)
def test_a_participle_or_a_verb_of_speech_is_found(name: str) -> None:
    assert not is_noun(name)


@pytest.mark.parametrize("name", ["ordering", "reading_settings", "embedded"])
def test_a_noun_of_the_field_is_not_found(name: str) -> None:
    assert is_noun(name)
