"""The most of everything that a page may have to show, and texts of that length."""

from __future__ import annotations

from runs.kernel.limits import LIMITS

MOST = {name: limit.default for name, limit in LIMITS.items()}
LISTED = 300  # rows of lists that pages show in parts
PEOPLE = 60
LONGEST_TITLE = 2_000  # characters of a job's, from an archive
LONG = "x" * 4_000
CUT = 310  # characters: lists show no more of a text
WORDS = "fresh water floats on salt water and so the harbour freezes from above"


def long_text(limit: str, among: int = 1) -> str:
    """Return a text of the limit's length, divided by the number that share it."""
    return "x" * (MOST[limit] // among - 4)  # room for a number


def parts_of_a_snapshot() -> list[dict[str, object]]:
    """Return a manifest's entries of as many exports as judges and banks allow."""
    left = [{"what": "labels", "count": 1, "why": "put away"}]
    held: dict[str, object] = {"of": "qrels of a judge", "files": [], "left_out": left}
    refused: dict[str, object] = {
        "of": "scores of a judge",
        "refused": "Nothing.",
        "places": ["14"] * 20,
    }
    return [held] * 3_000 + [refused] * 3_000


def findings_of_a_kind(number: int) -> dict[str, object]:
    """Return a check report's entry of one type of finding."""
    example = {"line": 1, "field": "f", "found": WORDS, "expected": WORDS}
    return {
        "kind": f"kind {number}",
        "severity": "error",
        "message": WORDS,
        "count": 1_000,
        "examples": [example] * 5,
    }
