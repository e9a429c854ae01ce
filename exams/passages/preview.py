"""How much grading a pool takes: passages, and calls of one question each."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from django.db.models import Count

from exams.models import ExamPassage, QuestionBank, QuestionListing


class Calls(NamedTuple):
    """Passages that are graded once each, and pairs with an active question."""

    passages: int
    pairs: int


def calls_of(bank: QuestionBank) -> Calls:
    """Return what grading a whole bank takes, before anything is graded."""
    current = bank.versions.current()
    listed = QuestionListing.objects.filter(version__in=current, withdrawn=False)
    questions = Counter(
        dict(listed.order_by().values_list("version__topic").annotate(n=Count("pk")))
    )
    rows = ExamPassage.objects.filter(topic__in=list(questions), same_as=None)
    passages = dict(rows.order_by().values_list("topic").annotate(n=Count("pk")))
    pairs = sum(number * questions[topic] for topic, number in passages.items())
    return Calls(sum(passages.values()), pairs)
