"""How far a track's labels are, when they are complete, and whether that is in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format

from assess.analysis.kernel.end_dates import Ending, Margin, ending_of, margin_of
from assess.analysis.over_time.history import ByKind, Span
from assess.judging.kinds import all_kinds

DAY = "j M Y"


@dataclass(frozen=True)
class Amount:
    """Labels that people gave, of those asked of them, and when the last is given."""

    title: str
    given: int
    asked: int
    ending: Ending

    @property
    def left(self) -> int:
        """Return how many labels are left to give."""
        return self.asked - self.given

    @property
    def end(self) -> str:
        """Return the last day in words, "" if it is not known."""
        if not self.left:
            return "complete"
        return date_format(self.ending.day, DAY) if self.ending.day else ""


@dataclass(frozen=True)
class Forecast:
    """A track's labels: all together and by kind, and how its due date is met."""

    whole: Amount
    kinds: list[Amount]
    margin: Margin | None

    @property
    def says(self) -> str:
        """Return the forecast as a sentence; "" if nothing is left."""
        ending = self.whole.ending
        if not self.whole.left:
            return ""
        if ending.day is None:
            return f"Last label: –, because {ending.reason}."
        pace = _labels(ending.a_day or 0)
        return f"At {pace} a working day, the last is given on {self.whole.end}."

    @property
    def is_late(self) -> bool:
        """Return whether the due date will be missed, or is missed already."""
        found = self.margin
        if found is None or not self.whole.left:
            return False
        return not found.days or (found.spare is not None and found.spare < 0)

    @property
    def due(self) -> str:
        """Return how the due date is met; "" if none is set."""
        found = self.margin
        if found is None:
            return ""
        due = f"Due {date_format(found.due, DAY)}"
        if not self.whole.left:
            return f"{due}."
        if found.needed is None:
            return f"{due}: no working day is left."
        if found.spare is not None and found.spare >= 0:
            return f"{due}: {_days(found.spare)} to spare."
        needed = f"{_labels(found.needed)} a working day would meet it."
        late = f"{_days(-found.spare)} late; " if found.spare else ""
        return f"{due}: {late}{needed}"


def forecast_of(
    spans: Sequence[Span], left: ByKind, *, today: date, due: date | None
) -> Forecast:
    """Return how far a track's labels are; today: by the clock of the spans."""
    amounts = {
        kind.title: _amount(kind.title, [kind.name], spans, left, today)
        for kind in all_kinds()
    }
    names = [kind.name for kind in all_kinds()]
    whole = _amount("All", names, spans, left, today)
    kinds = [each for each in amounts.values() if each.asked]
    margin = margin_of(due, whole.ending, whole.left, today=today) if due else None
    return Forecast(whole, kinds, margin)


def _amount(
    title: str, names: Sequence[str], spans: Sequence[Span], left: ByKind, today: date
) -> Amount:
    by_day: Counter[date] = Counter()
    for span in spans:
        number = sum(span.labels.get(name, 0) for name in names)
        if number:
            by_day[span.start.date()] += number
    missing = sum(left.get(name, 0) for name in names)
    given = by_day.total()
    ending = ending_of(by_day, missing, today=today)
    return Amount(title, given, given + missing, ending)


def _labels(number: float) -> str:
    shown = f"{number:,.0f}" if number >= 10 else f"{number:,.1f}"
    return f"{shown} label{'' if shown == '1.0' else 's'}".replace(".0 ", " ")


def _days(number: int) -> str:
    return "1 working day" if number == 1 else f"{number:,} working days"
