"""Assessor quality as CSV; undefined is an empty cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assess.analysis.agreement.tables import Cells
from assess.analysis.quality.figures import Figures
from assess.analysis.quality.page import QualityPart, QualityRow
from assess.judging.kernel.agreement import Measured

_MEASURED = ("seconds", "agreement", "kappa", "right", "relevant")
_COUNTED = ("labels", "timed", "labels_per_hour", "pairs", "items", "answers", "hits")


def table_rows(rows: Iterable[QualityRow]) -> Iterator[Cells]:
    """Yield a line per person and type of work, the heading first."""
    yield ["assessor", "work", *_heads(), "last"]
    for row in rows:
        last = row.last and row.last.isoformat()
        yield [row.person.username, row.title, *_cells(row.figures), last]


def drift_rows(parts: Iterable[QualityPart]) -> Iterator[Cells]:
    """Yield a line per type of work and stretch, its grades as value=share."""
    yield ["work", "first", "last", "since", "until", *_heads(), "grades"]
    for part in parts:
        for each in part.drift:
            times = each.since.isoformat(), each.until.isoformat()
            said = [part.work.title, each.start, each.end, *times]
            yield [*said, *_cells(each.figures), _grades(each.figures)]


def _heads() -> list[str]:
    ends = [f"{name}{end}" for name in _MEASURED for end in ("", "_low", "_high")]
    return [*_COUNTED, *ends]


def _cells(figures: Figures) -> Cells:
    found: list[Measured] = [getattr(figures, name) for name in _MEASURED]
    return [
        figures.n,
        figures.timed,
        figures.hourly,
        figures.pairs,
        figures.items,
        figures.answers,
        figures.hits,
        *(number for each in found for number in each),
    ]


def _grades(figures: Figures) -> str:
    shares = ((grade, found.value) for grade, found in figures.grades.items())
    return " ".join(f"{grade}={share}" for grade, share in shares)
