"""What a family of measures says of a track's runs, as arrays over runs and topics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from runs.models import Run, Topic

Floats = NDArray[np.float64]
States = NDArray[np.int8]
Flags = NDArray[np.bool_]

# How a run stands on a topic. UNJUDGED: answered, nothing of it is judged yet; OPEN:
# answered and judged in part, where a measure needs the whole.
SCORED, UNANSWERED, UNJUDGED, OPEN = range(4)

Unanswered = Literal["zero", "left_out"]
NoGround = Literal["undefined", "zero"]


class UnknownMeasure(LookupError):
    """The scores hold no measure by that name."""


class Measure(NamedTuple):
    """One column of a table: its name in files, its heading, what it says.

    One that stands aside is no quality of a run, such as the share of its ranking
    that is unjudged: nothing is ranked or tested by it, and silence never counts 0.
    lacks: what a topic, or a response, is without that gives it no ground, such as
    "no vital nugget".
    """

    name: str
    title: str
    says: str
    aside: bool = False
    lacks: str = "nothing to divide by"

    def as_primary(self) -> Measure:
        """Return the measure, saying that runs are ranked by it."""
        return self._replace(says=f"{self.says}: the primary measure")


@dataclass(frozen=True)
class Rules:
    """What absence counts as, applied after scoring.

    unanswered: a judged topic to which a run gave nothing counts 0 (trec_eval's -c),
    or is left out. no_ground: a score whose denominator is empty, such as V on a topic
    without a vital nugget, is left out, or counts 0 (nuggetizer, RAGDoll, trec_eval).
    """

    unanswered: Unanswered = "zero"
    no_ground: NoGround = "undefined"


@dataclass(frozen=True, eq=False)
class Scored:
    """The raw scores of every run with something judged, before any rule of absence.

    values: (measures, runs, topics), NaN where there is no value. states: (runs,
    topics), one of SCORED, UNANSWERED, UNJUDGED, OPEN; only SCORED ones hold values.
    words: (runs, topics), the answers' lengths, NaN where there is none. grounds:
    (measures, topics), False where nobody can have a value: no vital nugget, no
    relevant segment. topics: those with something judged. waiting: visible runs of
    which nothing is judged. notes: what is printed with the table, such as the
    relevance level.
    """

    measures: tuple[Measure, ...]
    primary: str
    runs: tuple[Run, ...]
    topics: tuple[Topic, ...]
    values: Floats
    states: States
    words: Floats
    grounds: Flags
    waiting: tuple[Run, ...] = ()
    notes: tuple[str, ...] = ()

    def place(self, measure: str) -> int:
        """Return a measure's place on the first axis of `values` and `grounds`."""
        for place, each in enumerate(self.measures):
            if each.name == measure:
                return place
        known = ", ".join(each.name for each in self.measures)
        raise UnknownMeasure(f"no measure {measure!r}: use one of {known}")

    def of(self, measure: str) -> Floats:
        """Return a measure's raw values, (runs, topics)."""
        values: Floats = self.values[self.place(measure)]
        return values


def counted(scored: Scored, measure: str, rules: Rules) -> Floats:
    """Return what counts of a measure, (runs, topics), NaN where nothing counts.

    A topic that gives a measure no ground counts for no run, or 0 for each that was
    judged or silent. What is unjudged or open never counts.
    """
    place = scored.place(measure)
    values: Floats = scored.values[place].copy()
    silent = scored.states == UNANSWERED
    zero = rules.unanswered == "zero" and not scored.measures[place].aside
    values[silent] = 0.0 if zero else np.nan
    if rules.no_ground == "zero":
        values[(scored.states == SCORED) & np.isnan(values)] = 0.0
    else:
        values[:, ~scored.grounds[place]] = np.nan
    return values


def narrowed(
    scored: Scored,
    keep: Callable[[Run], bool] = lambda _run: True,
    *,
    topics: Sequence[Topic] | None = None,
) -> Scored:
    """Return the scores of some of the runs, over all or some of the topics."""
    rows = [row for row, run in enumerate(scored.runs) if keep(run)]
    wanted = None if topics is None else {topic.pk for topic in topics}
    columns = [
        column
        for column, topic in enumerate(scored.topics)
        if wanted is None or topic.pk in wanted
    ]
    if (len(rows), len(columns)) == (len(scored.runs), len(scored.topics)):
        return scored
    both = np.ix_(rows, columns)
    return replace(
        scored,
        runs=tuple(scored.runs[row] for row in rows),
        topics=tuple(scored.topics[column] for column in columns),
        values=scored.values[:, both[0], both[1]],
        states=scored.states[both],
        words=scored.words[both],
        grounds=scored.grounds[:, columns],
        waiting=tuple(run for run in scored.waiting if keep(run)),
    )
