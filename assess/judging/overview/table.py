"""The table of a track's topics by type of work."""

from __future__ import annotations

from collections.abc import Callable

from assess.judging.overview.grid import CountGrid, GridRow
from config.tables.definitions import Column, Filter, Option, Table

STATES = Filter(
    "state",
    "Work",
    (
        Option(
            "open",
            "with unfinished work",
            lambda row: any(cell.finished < cell.handed_out for cell in row.cells),
        ),
        Option(
            "none",
            "handed to nobody",
            lambda row: not any(cell.handed_out for cell in row.cells),
        ),
        Option(
            "unlabelled",
            "without a person's label",
            lambda row: not any(cell.people for cell in row.cells),
        ),
    ),
)


def grid_table(grid: CountGrid) -> Table:
    """Return the table of a grid, each column sorted by the labels of people."""
    columns = [
        Column(
            column.name.replace("_", "-"), column.title, _progress(n), most_first=True
        )
        for n, column in enumerate(grid.columns)
    ]
    return Table(
        "progress",
        "topic",
        "topics",
        "assess/judging/overview/_grid_row.html",
        (Column("topic", "Topic", lambda row: row.topic.position), *columns),
        searched=lambda row: f"{row.topic.name} {row.topic.text}",
        filters=(STATES,),
        a_page=200,
        keyed="topic__uuid",
    )


def _progress(place: int) -> Callable[[GridRow], tuple[int, int]]:
    """Return how to read a cell: labels by people, then the work finished."""
    return lambda row: (row.cells[place].people, row.cells[place].finished)
