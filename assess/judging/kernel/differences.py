"""Differences between two versions of a text, line by line."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple


class LineChange(NamedTuple):
    """One line of either version: in both, only in the older, or only in the newer."""

    state: Literal["kept", "gone", "new"]
    text: str


def line_changes(before: str, after: str) -> Iterator[LineChange]:
    """Yield the lines of both versions in order, deleted lines before added ones."""
    old, new = before.splitlines(), after.splitlines()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for how, start, end, new_start, new_end in matcher.get_opcodes():
        if how == "equal":
            yield from (LineChange("kept", text) for text in old[start:end])
            continue
        yield from (LineChange("gone", text) for text in old[start:end])
        yield from (LineChange("new", text) for text in new[new_start:new_end])
