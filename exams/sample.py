"""The sample's exam: grades of the paragraphs of responses."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from exams.banks.lists import current_lists
from exams.grading.kind import EXAM
from exams.models import ExamPassage, QuestionBank
from exams.passages.pool import Pool, fill_pool
from nuggets.sample.state import Loading
from nuggets.sample.steps import SampleStep, register
from runs.models import Response


def grade_responses(loading: Loading) -> None:
    """Add the paragraphs of a bank's topics to the pool, with the grades of a file.

    A line: topic, run, number of the paragraph, each judge's grades by question.
    """
    for entry in loading.campaign.entries("response_grades"):
        bank = QuestionBank.objects.get(track=loading.track, name=entry["bank"])
        lists = current_lists(bank)
        responses = Response.objects.visible().filter(topic__in=list(lists))
        fill_pool(Pool([], list(responses.values_list("pk", flat=True)), 0))
        rows = ExamPassage.objects.filter(response__in=responses)
        names = ("topic__name", "response__run__name", "ordinal", "pk", "topic")
        passages = {
            (name, run, str(place)): (pk, topic)
            for name, run, place, pk, topic in rows.values_list(*names)
        }
        questions = {
            topic: [row.question_id for row in each.rows]
            for topic, each in lists.items()
        }
        given: dict[str, list[NewLabel]] = {name: [] for name in entry["judges"]}
        with loading.campaign.path(entry["file"]).open(encoding="utf-8") as lines:
            for topic, run, place, *columns in csv.reader(lines, delimiter="\t"):
                passage, asked = passages[topic, run, place]
                for name, grades in zip(given, columns, strict=True):
                    given[name] += _labels(questions[asked], passage, grades.split(","))
        for name, labels in given.items():
            record_labels(EXAM, loading.judges[name], labels, now=loading.now)


def _labels(
    questions: Sequence[int], passage: int, grades: Sequence[str]
) -> list[NewLabel]:
    return [
        NewLabel((question, passage), grade)
        for question, grade in zip(questions, grades, strict=True)
    ]


register(SampleStep("exam grades of responses", grade_responses))
