"""A family's scores of a track's runs, as arrays over runs and topics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from assess.analysis.scores.grids import (
    SCORED,
    UNANSWERED,
    Flags,
    Floats,
    Grid,
    Ints,
    States,
)
from runs.models import Run, Topic

Unanswered = Literal["zero", "left_out"]
NoGround = Literal["undefined", "zero"]
Row = TypeVar("Row", Run, Topic)


class UnknownMeasure(LookupError):
    """The scores have no measure with that name."""


class Measure(NamedTuple):
    """One column of a table: its name in files, its heading, its description.

    A measure with `aside` is no quality of a run, such as the share of its ranking that
    is unjudged: it neither ranks nor tests runs, and an unanswered topic never counts
    0. lacks: what a topic, or a response, must have for the measure to be defined,
    phrased as missing, such as "no vital nugget". needs_answer: an
    unanswered topic never counts 0, since nothing can be divided by.
    """

    name: str
    title: str
    says: str
    aside: bool = False
    lacks: str = "nothing to divide by"
    needs_answer: bool = False

    def as_primary(self) -> Measure:
        """Return the measure, with the note that runs are ranked by it."""
        return self._replace(says=f"{self.says}: the primary measure")


@dataclass(frozen=True)
class Rules:
    """How missing values count, applied after scoring.

    unanswered: a judged topic that a run did not answer counts 0 (trec_eval's -c), or
    is omitted. no_ground: a score whose denominator is empty, such as V on a topic
    without a vital nugget, is omitted, or counts 0 (nuggetizer, RAGDoll, trec_eval).
    """

    unanswered: Unanswered = "zero"
    no_ground: NoGround = "undefined"


@dataclass(frozen=True, eq=False)
class Scored:
    """A grid of raw scores with the measures, runs and topics of its axes.

    runs, topics: those with something judged. waiting: visible runs without anything
    judged. notes: printed with the table, such as the relevance level.
    """

    measures: tuple[Measure, ...]
    primary: str
    runs: tuple[Run, ...]
    topics: tuple[Topic, ...]
    grid: Grid
    waiting: tuple[Run, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def values(self) -> Floats:
        """Return the raw values, (measures, runs, topics)."""
        return self.grid.values

    @property
    def states(self) -> States:
        """Return the state of each run on each topic, (runs, topics)."""
        return self.grid.states

    @property
    def words(self) -> Floats:
        """Return the answers' lengths in words, (runs, topics)."""
        return self.grid.words

    @property
    def grounds(self) -> Flags:
        """Return where any run can have a value, (measures, topics)."""
        return self.grid.grounds

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
    """Return the counted values of a measure, (runs, topics), NaN if not counted.

    A topic on which a measure is undefined counts for no run, or 0 for each run that
    was judged or silent. Unjudged and open topics never count.
    """
    place = scored.place(measure)
    values: Floats = scored.values[place].copy()
    silent = scored.states == UNANSWERED
    own = scored.measures[place]
    can_be_zero = not (own.aside or own.needs_answer)
    zero = rules.unanswered == "zero" and can_be_zero
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
    return replace(
        scored,
        runs=tuple(scored.runs[row] for row in rows),
        topics=tuple(scored.topics[column] for column in columns),
        grid=scored.grid.narrowed(rows, columns),
        waiting=tuple(run for run in scored.waiting if keep(run)),
    )


def scored_of(
    grid: Grid,
    runs: Iterable[Run],
    topics: Iterable[Topic],
    measures: Sequence[Measure],
    primary: str,
    *,
    notes: Sequence[str] = (),
) -> Scored:
    """Return the scores of the runs and topics with something judged, in their order.

    runs, topics: all of the track.
    """
    some_run, some_topic = grid.touched
    placed = _found(runs, grid.runs)
    rows = [(place, run) for place, run in placed if some_run[place]]
    columns = [
        (place, topic)
        for place, topic in _found(topics, grid.topics)
        if some_topic[place]
    ]
    return Scored(
        measures=tuple(measures),
        primary=primary,
        runs=tuple(run for _, run in rows),
        topics=tuple(topic for _, topic in columns),
        grid=grid.narrowed([at for at, _ in rows], [at for at, _ in columns]),
        waiting=tuple(run for place, run in placed if not some_run[place]),
        notes=tuple(notes),
    )


def _found(rows: Iterable[Row], numbers: Ints) -> list[tuple[int, Row]]:
    places = {number: place for place, number in enumerate(numbers.tolist())}
    return [(places[row.pk], row) for row in rows if row.pk in places]
