"""Confusion matrices for the pages of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.questions import AgreementQuestion
from assess.analysis.charts import MatrixChart as Drawn
from assess.judging.kinds import Grade, Kind
from runs.models import Track

SHADES = 6  # in the style sheet: s0 to s5


class MatrixCell(NamedTuple):
    """The number of items with this pair of labels; shade: its share of the row."""

    x: str
    y: str
    items: int
    same: bool
    shade: int


class MatrixRow(NamedTuple):
    """One label of the first judge, with all labels of the second."""

    title: str
    cells: list[MatrixCell]
    total: int


class ConfusionTable(NamedTuple):
    """A confusion matrix with titles and sums."""

    titles: list[str]
    rows: list[MatrixRow]
    totals: list[int]


def matrix_of(found: Comparison, kind: Kind, track: Track) -> ConfusionTable | None:
    """Return the confusion matrix with the scale's words, None if there is none."""
    table = found.pairs[0].matrix
    if not table:
        return None
    titles = titles_of(found.categories, kind, track)
    rows = [
        MatrixRow(titles[i], _cells(found.categories, i, counts), sum(counts))
        for i, counts in enumerate(table)
    ]
    return ConfusionTable(
        titles, rows, [sum(column) for column in zip(*table, strict=True)]
    )


def matrix_chart(question: AgreementQuestion, matrix: ConfusionTable) -> Drawn:
    """Return a confusion matrix as a chart."""
    first, second = question.sides[:2]
    return Drawn(
        name="matrix",
        title=f"{question.kind.title}: {first.name} against {second.name}",
        says="How many items got each pair of labels.",
        down=first.name,
        across=second.name,
        rows=matrix.titles,
        columns=matrix.titles,
        cells=[[cell.items for cell in row.cells] for row in matrix.rows],
    )


def _cells(
    categories: Sequence[str], i: int, counts: Sequence[int]
) -> list[MatrixCell]:
    total = sum(counts) or 1
    return [
        MatrixCell(
            categories[i],
            categories[j],
            items,
            i == j,
            min(SHADES - 1, -(-items * (SHADES - 1) // total)),
        )
        for j, items in enumerate(counts)
    ]


def titles_of(categories: Sequence[str], kind: Kind, track: Track) -> list[str]:
    """Return the words of the scale for some labels."""
    grades = {grade.value: grade for grade in kind.scale(track)}
    return [_title(grades.get(name), name) for name in categories]


def _title(grade: Grade | None, value: str) -> str:
    if grade is None:
        return value
    return grade.label if grade.mark else f"{value} {grade.label}"
