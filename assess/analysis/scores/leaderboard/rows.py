"""The parts of a leaderboard's page: headings, rows, values."""

from __future__ import annotations

from math import isnan
from typing import NamedTuple
from uuid import UUID

from assess.analysis.scores.leaderboard.marks import RowInterval, bracket_path
from runs.models import Run

PLACES = 4


NO_ANSWER = "no response"


class Value(NamedTuple):
    """A number in a table, or the reason if there is none.

    text: its digits. interval: its interval in words, if its row draws it.
    """

    value: float | None
    text: str
    reason: str = ""
    interval: str = ""


def value_of(value: float | None, places: int = PLACES, *, reason: str = "") -> Value:
    """Return a number with its digits, "" if there is none."""
    text = "" if value is None else f"{value:,.{places}f}"
    return Value(value, text, reason)


class MeasureColumn(NamedTuple):
    """A heading; `sort` is its link's sort key, `order` the current order."""

    name: str
    title: str
    says: str
    sort: str
    order: str  # ascending, descending or ""


class Row(NamedTuple):
    """One row of the table as numbers and texts, so that equal rows are equal.

    rank: 0 if the table is in no order of merit or the mean is undefined. means: by
    measure, None if undefined; reasons: why, () if there is none. length: of one
    number, empty if the table shows no lengths. drawn: the place of the mean whose
    interval is `line`, which is None if there is none. alike: the ranks from which it
    does not differ significantly, "" without tests. brackets: one sign per lane, "" if
    there are none. mark: what it is to the chosen run (marks.ChosenRun), "" without.
    """

    uuid: UUID
    name: str
    group: str
    task: str
    type: str
    control: bool
    category: str
    priority: int | None
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
    mark: str

    @property
    def manual(self) -> bool:
        """Return whether people took part in producing the run."""
        return self.type == Run.MANUAL

    @property
    def bracket_path(self) -> str:
        """Return the row's part of the brackets as a path."""
        return bracket_path(self.brackets)

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
