"""The coverage map: which run covers which question of a topic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from assess.kinds.relevance.items import docids_of
from exams.kernel.grades import UNGRADED, Labels
from exams.models import ExamPassage, Question
from exams.scores.grades import UNKNOWN, BankGrades, TopicGrades
from exams.scores.runs import RunOnTopic, runs_on
from runs.models import Response, Run, Topic


class Spare(NamedTuple):
    """A place of a passage that a run has, and that does not count for its Cover.

    where: its rank, or that it is a reference of the run's response.
    """

    where: str
    place: int


class Best(NamedTuple):
    """A run's best grade of a question with the place of the first passage with it.

    spare: a passage that would cover the question, if none that counts does.
    """

    grade: int
    place: int
    spare: Spare | None = None


class Cell(NamedTuple):
    """A run's best grade of a question, and the first passage with it, if any.

    missed: the passage that would cover the question, and where the run has it.
    """

    grade: int
    covered: bool
    question: Question
    passage: ExamPassage | None
    missed: tuple[str, ExamPassage] | None


class MapRow(NamedTuple):
    """A run's cells, one for each question."""

    run: Run
    cells: list[Cell]

    @property
    def covered(self) -> int:
        """Return how many questions the run covers."""
        return sum(cell.covered for cell in self.cells)


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
    questions = _questions(bank, chosen.pk)
    return {
        "topics": topics,
        "topic": chosen,
        "questions": questions,
        "rows": _rows(bank, chosen.pk, questions, tau),
    }


def _questions(bank: BankGrades, topic: int) -> list[Question]:
    numbers = bank.topics[topic].questions.tolist()
    found = Question.objects.in_bulk(numbers)
    return [found[pk] for pk in numbers]


def _rows(
    bank: BankGrades, topic: int, questions: list[Question], tau: int
) -> list[MapRow]:
    best = _best_of_runs(bank, topic, tau)
    places = {each.place for own in best.values() for each in own} - {UNKNOWN}
    places |= {each.spare.place for own in best.values() for each in own if each.spare}
    passages = _passages(bank.topics[topic], sorted(places))
    runs = Run.objects.in_bulk(list(best))
    found = [
        MapRow(
            runs[run],
            [
                _cell(each, question, passages, tau)
                for each, question in zip(own, questions, strict=True)
            ],
        )
        for run, own in best.items()
    ]
    return sorted(found, key=lambda row: (-row.covered, row.run.name))


def _passages(own: TopicGrades, places: list[int]) -> dict[int, ExamPassage]:
    """Return the passages at some places of a topic."""
    numbers = own.passages[places].tolist()
    related = ExamPassage.objects.select_related("segment", "response__run")
    rows = related.select_related("response__topic").in_bulk(numbers)
    return {place: rows[pk] for place, pk in zip(places, numbers, strict=True)}


def _cell(
    best: Best, question: Question, passages: dict[int, ExamPassage], tau: int
) -> Cell:
    spare = best.spare
    return Cell(
        best.grade,
        best.grade >= tau,
        question,
        passages.get(best.place),
        (spare.where, passages[spare.place]) if spare else None,
    )


def _best_of_runs(bank: BankGrades, topic: int, tau: int) -> dict[int, list[Best]]:
    """Return each run's best of every question."""
    own, depth = bank.topics[topic], bank.basis.depth
    references = _references(bank, topic)
    found = {}
    for each in runs_on(bank, [topic]):
        grades = each.grades(own, depth)
        places = each.rows[:depth].tolist()
        best = [_best(column, places) for column in grades.T]
        spares = _spares(each, depth, references.get(each.run, ()))
        found[each.run] = [
            one if one.grade >= tau else one._replace(spare=_spare(column, spares, tau))
            for one, column in zip(best, own.grades.T, strict=True)
        ]
    return found


def _best(column: Labels, places: list[int]) -> Best:
    if not len(column) or column.max() == UNGRADED:
        return Best(UNGRADED, UNKNOWN)
    return Best(int(column.max()), places[int(column.argmax())])


def _spares(run: RunOnTopic, depth: int, references: Iterable[int]) -> list[Spare]:
    """Return a run's passages below those that count, then its references."""
    below = enumerate(run.rows[depth:].tolist(), start=depth + 1)
    found = [Spare(f"rank {rank}", place) for rank, place in below if place != UNKNOWN]
    return found + [Spare("reference", place) for place in references]


def _spare(column: Labels, spares: list[Spare], tau: int) -> Spare | None:
    """Return the first that answers a question with τ or more."""
    return next((each for each in spares if column[each.place] >= tau), None)


def _references(bank: BankGrades, topic: int) -> dict[int, list[int]]:
    """Return the places of the passages in the references of each run's response."""
    responses = Response.objects.visible().filter(topic=topic, sample=0)
    found = dict(responses.exclude(references=[]).values_list("run", "references"))
    segments = bank.passages[topic].by_segment if found else {}
    docids = docids_of(segments)
    place_of = {docids[segment]: place for segment, place in segments.items()}
    return {
        run: [place_of[each] for each in map(str, own) if each in place_of]
        for run, own in found.items()
    }
