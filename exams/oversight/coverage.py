"""The coverage map: which run covers which question of a topic."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from exams.kernel.grades import UNGRADED, Labels
from exams.models import ExamPassage, Question
from exams.scores.grades import UNKNOWN, BankGrades
from exams.scores.runs import runs_on
from runs.models import Run, Topic


class Cell(NamedTuple):
    """A run's best grade of a question, and the first passage with it, if any."""

    grade: int
    covered: bool
    passage: ExamPassage | None


class MapRow(NamedTuple):
    """A run's cells, one for each question."""

    run: Run
    cells: list[Cell]
    covered: int


def coverage_of(bank: BankGrades, topic: str, *, tau: int) -> dict[str, Any]:
    """Return the map of one topic by its public id, by default the first with grades.

    As a page's context: topics, topic, questions, rows.
    """
    graded = [pk for pk, own in bank.topics.items() if own.graded]
    topics = list(Topic.objects.filter(pk__in=graded).order_by("position"))
    chosen = next((each for each in topics if str(each.uuid) == topic), None)
    chosen = chosen or next(iter(topics), None)
    if chosen is None:
        return {"topics": []}
    return {
        "topics": topics,
        "topic": chosen,
        "questions": _questions(bank, chosen.pk),
        "rows": _rows(bank, chosen.pk, tau),
    }


def _best(column: Labels, places: list[int]) -> tuple[int, int]:
    """Return the highest grade of a question, and the first passage with it."""
    if not len(column) or column.max() == UNGRADED:
        return UNGRADED, UNKNOWN
    return int(column.max()), places[int(column.argmax())]


def _questions(bank: BankGrades, topic: int) -> list[Question]:
    numbers = bank.topics[topic].questions.tolist()
    found = Question.objects.in_bulk(numbers)
    return [found[pk] for pk in numbers]


def _rows(bank: BankGrades, topic: int, tau: int) -> list[MapRow]:
    own = bank.topics[topic]
    found = []
    best: dict[int, list[tuple[int, int]]] = {}
    for each in runs_on(bank, [topic]):
        grades = each.grades(own, bank.basis.depth)
        places = each.rows[: bank.basis.depth].tolist()
        best[each.run] = [_best(column, places) for column in grades.T]
    wanted = {place for cells in best.values() for _, place in cells} - {UNKNOWN}
    numbers = own.passages[sorted(wanted)].tolist() if wanted else []
    passages = ExamPassage.objects.select_related("segment").in_bulk(numbers)
    runs = Run.objects.in_bulk(list(best))
    for run, cells in best.items():
        row = [
            Cell(
                grade,
                grade >= tau,
                passages[int(own.passages[place])] if place != UNKNOWN else None,
            )
            for grade, place in cells
        ]
        found.append(MapRow(runs[run], row, int(np.sum([c.covered for c in row]))))
    return sorted(found, key=lambda row: (-row.covered, row.run.name))
