"""The scores of every response under a basis, all computed at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nuggets.kernel import score_table as columns
from nuggets.kernel.nugget_scores import METRICS, Unlabelled
from nuggets.models import Listing
from runs.models import Response

_IMPORTANCE = {
    "vital": columns.VITAL,
    "okay": columns.OKAY,
    "": columns.NO_IMPORTANCE,
}
_VALUE = {
    "support": columns.SUPPORT,
    "partial_support": columns.PARTIAL_SUPPORT,
    "not_support": columns.NOT_SUPPORT,
}


class Cell(NamedTuple):
    """One response's scores: by metric, None where undefined; words; what is open."""

    response: Response
    scores: dict[str, float | None]
    coverage: float | None
    words: int
    nuggets: int
    unlabelled: int


def scored_cells(
    listings: Mapping[int, Sequence[Listing]],
    responses: Sequence[Response],
    labels: Mapping[tuple[int, ...], str],
    *,
    unlabelled: Unlabelled,
) -> dict[int, dict[int, Cell]]:
    """Return topic → run → cell for the responses with at least one label."""
    places = {topic: place for place, topic in enumerate(listings)}
    flat = [listing for rows in listings.values() for listing in rows]
    nugget_rows = {listing.nugget_id: row for row, listing in enumerate(flat)}
    response_rows = {response.pk: row for row, response in enumerate(responses)}
    given = [
        (response_rows[response], nugget_rows[nugget], _VALUE[value])
        for (nugget, response), value in labels.items()
        if response in response_rows and nugget in nugget_rows
    ]
    table = columns.score_table(
        _bank(flat, places),
        _ints([places[response.topic_id] for response in responses]),
        columns.Labels(*(_ints([row[i] for row in given]) for i in range(3))),
        unlabelled=unlabelled,
    )
    cells: dict[int, dict[int, Cell]] = {topic: {} for topic in listings}
    for row, response in enumerate(responses):
        if table.unlabelled[row] < table.nuggets[row]:
            cells[response.topic_id][response.run_id] = _cell(response, table, row)
    return cells


def _bank(flat: Sequence[Listing], places: Mapping[int, int]) -> columns.Bank:
    parts: dict[int, int] = {}
    return columns.Bank(
        topic=_ints([places[listing.version.topic_id] for listing in flat]),
        importance=_ints([_IMPORTANCE[listing.importance] for listing in flat]),
        subnarrative=_ints(
            [
                columns.NO_SUBNARRATIVE
                if listing.subnarrative_id is None
                else parts.setdefault(listing.subnarrative_id, len(parts))
                for listing in flat
            ]
        ),
    )


def _ints(values: Sequence[int]) -> columns.Ints:
    return np.array(values, dtype=np.int64)


def _cell(response: Response, table: columns.ScoreTable, row: int) -> Cell:
    return Cell(
        response=response,
        scores={
            metric: _defined(table.scores[row, place])
            for place, metric in enumerate(METRICS)
        },
        coverage=_defined(table.coverage[row]),
        words=response.words,
        nuggets=int(table.nuggets[row]),
        unlabelled=int(table.unlabelled[row]),
    )


def _defined(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
