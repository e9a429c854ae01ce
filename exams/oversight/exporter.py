"""The export of the oversight lists: questions, uncovered passages, answers."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.cells import Cells
from assess.exchange.exports.columns import CELLS, PRECISION, cells_of
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Values,
    Wanted,
    register,
)
from assess.judging.judges.order import first_with_labels
from assess.kinds.relevance.kind import RELEVANCE
from exams.banks.parts import BANK, described_bank
from exams.grading.kind import EXAM
from exams.models import ExamPassage
from exams.oversight.lists import Oversight, answers_of, oversight
from exams.scores.basis import Basis
from exams.scores.exporter import TAU as LABEL_TAU
from exams.scores.grades import BankGrades
from exams.scores.human import levels_of
from runs.models import Track

QUESTIONS = (
    "topic",
    "question",
    "text",
    "suspect",
    "answered",
    "graded",
    "kappa",
    "kappa_low",
    "kappa_high",
    "n",
    "kappa_without",
    "item_rest",
    "seconds",
)
PASSAGES = ("topic", "passage", "relevance", "label")
ANSWERS = ("topic", "question", "passage", "grade", "answer")


def _higher(track: Track) -> Values:
    return tuple((str(level), str(level)) for level in levels_of(track) if level > 1)


TAU = Option("tau", "τ", LABEL_TAU.values)
RELEVANT = Option("h", "relevant from", (("1", "1"),), _higher)


def make_lists(wanted: Wanted) -> Export:
    """Return the three lists of a bank's grades, in full."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    human = first_with_labels(wanted.track, RELEVANCE)
    if human is None:
        raise CannotExport("Nobody judged relevance, which these lists need.")
    bank.track = judge.track = human.track = wanted.track
    topics = None if wanted.topics is None else [each.pk for each in wanted.topics]
    grades = BankGrades(Basis(bank, judge), topics)
    tau, low = int(wanted.option(TAU)), int(wanted.option(RELEVANT))
    found = oversight(grades, human, tau=tau, low=low, few=None)
    cells = cells_of(wanted)
    files = [
        ExportFile("questions.csv", _questions(found, cells)),
        ExportFile("passages.csv", _passages(found, cells)),
        ExportFile("answers.csv", _answers(found, grades, cells)),
    ]
    notes = {
        "bank": described_bank(bank, wanted.named()),
        "judge": described(judge),
        "relevance": described(human),
        "tau": tau,
        "h": low,
    }
    return Export(iter(files), notes)


def _questions(found: Oversight, cells: Cells) -> Iterator[str]:
    yield cells.line(QUESTIONS)
    for question, each, seconds in found.questions:
        known = (each.kappa, each.low, each.high)
        yield cells.line(
            (
                question.topic.name,
                question.public_id,
                question.text,
                each.suspect,
                each.answered,
                each.graded,
                *map(cells.number, known),
                each.n,
                *map(cells.number, (each.without, each.item_rest, seconds)),
            )
        )


def _passages(found: Oversight, cells: Cells) -> Iterator[str]:
    yield cells.line(PASSAGES)
    for passage, topic, label, human in found.uncovered:
        yield cells.line((topic.name, _name(passage), human, label))


def _answers(found: Oversight, grades: BankGrades, cells: Cells) -> Iterator[str]:
    """Yield each question's graded passages, the best first, with the answers."""
    yield cells.line(ANSWERS)
    for line in found.questions:
        question = line.question
        for each in answers_of(grades, question, few=None):
            own = (_name(each.passage), each.grade, each.answer or each.span)
            yield cells.line((question.topic.name, question.public_id, *own))


def _name(passage: ExamPassage) -> str:
    return passage.segment.docid if passage.segment else passage.md5


LISTS = register(
    Exporter(
        name="exam-lists",
        title="Exam lists",
        says="Suspect questions, uncovered passages, and each question’s answers.",
        parts=(BANK, judge_of_kind(EXAM.name)),
        make=make_lists,
        options=(TAU, RELEVANT, CELLS, PRECISION),
        kind=EXAM.name,
        folder=True,
    )
)
