"""The model of exam grades."""

from django.db import models

from assess.judging.models import Label
from exams.models.passages import ExamPassage
from exams.models.questions import Question


class ExamLabel(Label):
    """How well a passage answers a question, from 0 to 5."""

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+")
    passage = models.ForeignKey(ExamPassage, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "question", "passage", "round", "repeat"),
                name="one_exam_label_per_judge",
            ),
        )
