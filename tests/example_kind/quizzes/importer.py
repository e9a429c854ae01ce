"""Imports of quiz grades, in four columns."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import LabelImporter, LabelPlan, plan_labels
from assess.judging.labels.writer import NewLabel
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.lines import read_lines
from runs.models import Response
from tests.example_kind.quizzes.kind import QUIZZES
from tests.example_kind.quizzes.models import QuizQuestion


class QuizImporter(LabelImporter):
    """Imports one judge's grades."""

    kind = QUIZZES

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every grade and look up its question and its response."""
        rows = list(_labels(incoming))
        incoming.report.raise_if_errors()
        return plan_labels(incoming, QUIZZES, rows)


def _labels(incoming: Incoming) -> Iterator[NewLabel]:
    questions = QuizQuestion.objects.filter(topic__track=incoming.track)
    by_name = {(row.topic.name, row.name): row.pk for row in questions}
    responses = Response.objects.visible().filter(run__track=incoming.track)
    by_run = {(row.topic.name, row.run.name): row.pk for row in responses}
    with incoming.open() as source:
        for number, text in read_lines(source, incoming.notes, limit=incoming.limit):
            cells = text.split()
            if len(cells) != 4 or cells[3] not in QUIZZES.values(incoming.track):
                incoming.notes.add("wrong_columns", number, "", text)
                continue
            topic, name, run, grade = cells
            item = by_name.get((topic, name)), by_run.get((topic, run))
            if None in item:
                incoming.notes.add("unknown_topic", number, "", text)
            else:
                yield NewLabel(item, grade)  # type: ignore[arg-type]


GRADES_FILE = register(
    ImportKind(
        name="quiz_grades",
        title="Quiz grades",
        hint="Four columns: topic question run grade.",
        turn=70,
        after="After the runs and the questions.",
        form=LabelImportForm,
        importer=QuizImporter(),
    )
)
