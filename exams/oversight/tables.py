"""The tables of the questions and of the passages that people should check."""

from __future__ import annotations

from config.tables.definitions import (
    Column,
    Filter,
    Option,
    Table,
    count_column,
    filter_of,
)
from exams.kernel.questions import QuestionFigures
from exams.oversight.lists import Oversight, PassageLine, QuestionLine

SUSPECT = Filter(
    "suspect",
    "Suspect",
    (
        Option("some", "yes", lambda line: bool(line.figures.suspect)),
        Option("none", "no", lambda line: not line.figures.suspect),
    ),
)
NOTES = (("nobody", "nobody answers it"), ("everybody", "everybody answers it"))


def note_on(figures: QuestionFigures) -> str:
    """Return whether nobody or everybody answers a question; "" for neither."""
    if figures.nobody:
        return "nobody"
    return "everybody" if figures.everybody else ""


def questions_table(found: Oversight) -> Table:
    """Return the table of questions; their seconds are a column if any are known."""
    seconds = count_column(
        "seconds",
        "Seconds",
        lambda line: line.seconds,
        hint="median active seconds of a person’s grade",
    )
    return Table(
        "suspects",
        "question",
        "questions",
        "exams/scores/_suspect_row.html",
        (
            Column("topic", "Topic", lambda line: line.question.topic.position),
            Column("question", "Question", lambda line: str(line.question)),
            count_column("suspect", "Suspect", lambda line: line.figures.suspect),
            count_column("answered", "Answered by", lambda line: line.figures.answered),
            count_column("graded", "of", lambda line: line.figures.graded),
            _share("kappa", "κ"),
            _share("without", "Without it"),
            _share("item_rest", "Item–rest"),
            *((seconds,) if found.timed else ()),
            Column("note", "Note", lambda line: note_on(line.figures)),
        ),
        searched=lambda line: f"{line.question.topic.name} {line.question}",
        filters=(
            SUSPECT,
            filter_of("note", "Note", lambda line: note_on(line.figures), NOTES),
        ),
        keyed="question__uuid",
        named=lambda line: str(line.question),
        prefix="question-",
    )


def _share(name: str, title: str) -> Column:
    def value(line: QuestionLine) -> float | None:
        figure: float | None = getattr(line.figures, name)
        return figure

    return Column(name, title, value, is_number=True)


def by_suspects(lines: list[QuestionLine]) -> list[QuestionLine]:
    """Return lines of questions, the most suspect first."""
    return sorted(lines, key=lambda line: -line.figures.suspect)


def passages_table() -> Table:
    """Return the table of relevant passages that answer no question."""

    def words(line: PassageLine) -> str:
        return f"{line.topic.name} {line.passage} {line.passage.words}"

    return Table(
        "uncovered",
        "passage",
        "passages",
        "exams/scores/_uncovered_row.html",
        (
            Column("topic", "Topic", lambda line: line.topic.position),
            Column("passage", "Passage", lambda line: str(line.passage)),
            count_column("relevance", "Relevance", lambda line: line.human),
            count_column("label", "Label", lambda line: line.label),
        ),
        searched=words,
        keyed="passage__pk",
        named=lambda line: str(line.passage),
        prefix="passage-",
    )
