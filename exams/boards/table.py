"""Each exam measure beside a reference, threshold by threshold (EXAM++, Table 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from django.utils.http import urlencode

from assess.analysis.comparison.cells import cell_of
from assess.analysis.comparison.sides import ComparisonSide
from assess.analysis.kernel.condition_agreement import Way
from exams.kernel.grades import TAUS
from exams.kernel.what_if import moved_ranks
from exams.scores.measures import BY_GAIN, BY_LEVEL
from runs.models import Run

NEAR = 0.05  # correlations within it of the best are marked


class BoardCell(NamedTuple):
    """A measure's correlations of run means; query: of the page with its scatter."""

    way: Way
    query: str
    is_best: bool = False
    is_near: bool = False


class BoardRow(NamedTuple):
    """A measure: a cell for each threshold, or one for all."""

    title: str
    cells: list[BoardCell]


class RankRow(NamedTuple):
    """A run's rank in the reference, and by Cover at each threshold with its moves."""

    run: str
    reference: int
    ranks: list[tuple[int, int]]  # the rank, and by how many it is better


def board_rows(reference: ComparisonSide, own: ComparisonSide) -> list[BoardRow]:
    """Return a row for each measure, the best τ_b and those near it marked."""
    found = [
        BoardRow(title, [_cell(reference, own, name) for name in names])
        for title, names in _measures()
    ]
    return marked(found)


def marked(rows: list[BoardRow]) -> list[BoardRow]:
    """Mark the cells with the best τ_b, and those near it."""
    taus = [cell.way.tau.value for row in rows for cell in row.cells]
    known = [tau for tau in taus if tau is not None]
    if not known:
        return rows
    best = max(known)
    return [row._replace(cells=[_marked(c, best) for c in row.cells]) for row in rows]


def _measures() -> Iterable[tuple[str, list[str]]]:
    yield "Cover", [f"exam_cover_{tau}" for tau in TAUS]
    yield "nCover", [f"exam_ncover_{tau}" for tau in TAUS]
    for each in BY_LEVEL:
        yield f"Qrels {each.title}", [f"exam_qrels_{tau}_{each.name}" for tau in TAUS]
    for each in BY_GAIN:
        yield f"Qrels {each.title}", [f"exam_qrels_{each.name}"]


def _cell(reference: ComparisonSide, own: ComparisonSide, name: str) -> BoardCell:
    found = cell_of(reference, own, name, keep=_every)
    asked = {"left": reference.key, "right_1": own.key, "measure": name}
    return BoardCell(found.levels[0].way, urlencode(asked))


def _every(_run: Run) -> bool:
    return True


def _marked(cell: BoardCell, best: float) -> BoardCell:
    tau = cell.way.tau.value
    if tau is None:
        return cell
    return cell._replace(is_best=tau == best, is_near=best - NEAR <= tau < best)


def rank_rows(reference: ComparisonSide, own: ComparisonSide) -> list[RankRow]:
    """Return the runs that both rank, the reference's best first."""
    scores = reference.scores(reference.primary)
    covers = [own.scores(f"exam_cover_{tau}") for tau in TAUS]
    shared = [run for run in scores.runs if run in set(covers[0].runs)]
    official = _by_name(shared, scores.means(shared))
    ranked = [run for run in shared if run.name in official]
    moves = [
        moved_ranks(official, _by_name(ranked, each.means(ranked))) for each in covers
    ]
    rows = [
        RankRow(
            run.name,
            moves[0][run.name][0],
            [(new, old - new) for old, new in (each[run.name] for each in moves)],
        )
        for run in ranked
    ]
    return sorted(rows, key=lambda row: (row.reference, row.run))


def _by_name(runs: Sequence[Run], means: np.ndarray) -> dict[str, float]:
    pairs = zip(runs, means.tolist(), strict=True)
    return {run.name: float(mean) for run, mean in pairs if np.isfinite(mean)}
