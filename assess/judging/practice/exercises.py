"""The practice items of a kind of work, from the file in its own room."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from assess.judging.kinds import Grade


class Exercise(NamedTuple):
    """One practice item: what is next to it, the item, our answer, and why.

    lit: words of the context that are lit, "" for none. answer: its place on the scale
    from the worst, 0, or, if negative, from the best; of an edit, its name. draft: the
    lines of a list, of which `chosen` is lit, from 1; after: the list as we would leave
    it.
    """

    context_title: str
    context: str
    item_title: str
    item: str
    answer: int | str
    why: str
    lit: str = ""
    draft: tuple[str, ...] = ()
    chosen: int = 0
    after: tuple[str, ...] = ()

    @property
    def around(self) -> tuple[str, str, str]:
        """Return the context before the lit words, these, and the context after."""
        if not self.lit:
            return self.context, "", ""
        before, lit, after = self.context.partition(self.lit)
        return before, lit, after

    def answered(self, scale: tuple[Grade, ...]) -> Grade:
        """Return our answer on a track's scale, from worst to best, or among edits."""
        if isinstance(self.answer, str):
            return next(grade for grade in scale if grade.value == self.answer)
        return tuple(grade for grade in scale if not grade.apart)[self.answer]


@cache
def exercises_in(path: Path) -> tuple[Exercise, ...]:
    """Return the practice items of a file, in its order."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))["items"]
    return tuple(Exercise(**each) for each in found)
