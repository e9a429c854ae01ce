"""Topics down, types of work across: labels given, and work finished."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from assess.judging.kinds import all_kinds, kinds_of
from assess.judging.labels.counts import label_counts
from assess.judging.models import Allocation
from assess.judging.screens import all_screens
from runs.models import Topic, Track


class Cell(NamedTuple):
    """One topic and one kind: labels by people and by machines, and work handed out.

    `most` is the largest number of labels in the kind's column.
    """

    people: int
    machines: int
    most: int
    handed_out: int
    finished: int


class GridRow(NamedTuple):
    """A topic and its cells, one a column."""

    topic: Topic
    cells: list[Cell]


class CountColumn(NamedTuple):
    """A type of work or of label."""

    name: str
    title: str
    labels: bool


@dataclass(frozen=True)
class CountGrid:
    """Topics down, types of work across."""

    columns: list[CountColumn]
    rows: list[GridRow]
    people: int
    machines: int
    away: int  # labels on rows that are put away
    counted_at: datetime

    def begun_on(self, topic: Topic) -> list[tuple[CountColumn, Cell]]:
        """Return the columns with a label, or with work handed out, on a topic."""
        cells = next((row.cells for row in self.rows if row.topic == topic), [])
        return [
            (column, cell)
            for column, cell in zip(self.columns, cells, strict=False)
            if cell.people or cell.machines or cell.handed_out
        ]


def grid_of(track: Track, *, now: datetime) -> CountGrid:
    """Return the state of each topic of a track in each type of work."""
    columns = _columns(track)
    counts = label_counts(track, now=now)
    labels = counts.kinds
    work = _work_by_topic(track)
    most = {
        name: max((max(pair) for pair in found.values()), default=0)
        for name, found in labels.items()
    }
    rows = []
    for topic in track.topics.all():
        cells = []
        for column in columns:
            people, machines = labels.get(column.name, {}).get(topic.pk, (0, 0))
            handed_out, finished = work[topic.pk, column.name]
            cells.append(
                Cell(people, machines, most.get(column.name, 0), handed_out, finished)
            )
        rows.append(GridRow(topic, cells))
    every = [pair for found in labels.values() for pair in found.values()]
    return CountGrid(
        columns,
        rows,
        people=sum(people for people, _machines in every),
        machines=sum(machines for _people, machines in every),
        away=counts.away,
        counted_at=counts.at,
    )


def _columns(track: Track) -> list[CountColumn]:
    """Return the kinds of label first, then the work without labels."""
    labelled = [
        CountColumn(kind.name, kind.title, labels=True) for kind in kinds_of(track)
    ]
    kinds = {kind.name for kind in all_kinds()}
    return labelled + [
        CountColumn(screen.name, screen.title, labels=False)
        for screen in all_screens()
        if screen.name not in kinds and screen.fits(track)
    ]


def _work_by_topic(track: Track) -> dict[tuple[int, str], tuple[int, int]]:
    """Return {(topic, kind): (handed out, of these finished)}."""
    counted = (
        Allocation.objects.held()
        .filter(track=track)
        .order_by()
        .values_list("topic", "work")
        .annotate(number=Count("pk"), finished=Count("finished_at"))
    )
    found: dict[tuple[int, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for topic, kind, number, finished in counted:
        found[topic, kind] = (number, finished)
    return found
