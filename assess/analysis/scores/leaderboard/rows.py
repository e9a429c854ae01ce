"""The parts of a leaderboard as its page shows them: headings, rows, values."""

from __future__ import annotations

from math import isnan
from typing import NamedTuple
from uuid import UUID

from assess.analysis.scores.leaderboard.marks import (
    RowInterval,
)
from runs.models import Run

PLACES = 4


NO_ANSWER = "no response"


class Value(NamedTuple):
    """A number as a table shows it; the reason where there is none.

    text: its digits. interval: its interval in words, where its row draws that.
    """

    value: float | None
    text: str
    reason: str = ""
    interval: str = ""


def value_of(value: float | None, places: int = PLACES, *, reason: str = "") -> Value:
    """Return a number with its digits, "" where there is none."""
    text = "" if value is None else f"{value:,.{places}f}"
    return Value(value, text, reason)


class MeasureColumn(NamedTuple):
    """A heading; `sort` is what its link asks for, `order` how the table stands."""

    name: str
    title: str
    says: str
    sort: str
    order: str  # ascending, descending or ""


class Row(NamedTuple):
    """One run as the table shows it: numbers and texts, so that equal rows print alike.

    rank: 0 where the table stands in no order of merit or the mean is undefined.
    means: by measure, None where undefined; reasons: why, () where none is. length: of
    one number, empty where the table shows no lengths. drawn: the place of the mean
    whose interval is `line`, which is None where there is none. alike: which ranks it
    cannot be told apart from, "" where no test says. brackets: a sign a lane, "" where
    there are none.
    """

    uuid: UUID
    name: str
    group: str
    task: str
    type: str
    control: bool
    rank: int
    n: int
    means: tuple[float | None, ...]
    reasons: tuple[str, ...]
    length: tuple[float | None, ...]
    drawn: int
    line: RowInterval | None
    letters: str
    alike: str
    brackets: str

    @property
    def manual(self) -> bool:
        """Return whether people had a hand in the run."""
        return self.type == Run.MANUAL

    @property
    def values(self) -> list[Value]:
        """Return the means, then the length, as the table shows them."""
        reasons = self.reasons or ("",) * len(self.means)
        found = [
            value_of(mean, reason=reason)
            for mean, reason in zip(self.means, reasons, strict=True)
        ]
        if self.line and self.line.has_interval:
            drawn = found[self.drawn]
            found[self.drawn] = drawn._replace(interval=self.line.says)
        return [*found, *(value_of(each, 1, reason=NO_ANSWER) for each in self.length)]


def known(value: float) -> float | None:
    """Return a number, None for NaN."""
    return None if isnan(value) else float(value)
