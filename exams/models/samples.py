"""Samples of a machine's grades, drawn to be verified by people."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from assess.judging.models import Judge
from exams.models.banks import QuestionBank
from exams.models.passages import ExamPassage
from exams.models.questions import Question


class GradeSample(models.Model):
    """A sample of a judge's grades of a bank, stratified by grade.

    strata: how many pairs had each grade when it was drawn. half_width: of the interval
    of the share of right grades that the size was chosen for.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    bank = models.ForeignKey(
        QuestionBank, on_delete=models.CASCADE, related_name="samples"
    )
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    seed = models.CharField(max_length=32)
    half_width = models.FloatField()
    strata = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("bank", "judge"), name="one_grade_sample_per_bank_and_judge"
            ),
        )

    def __str__(self) -> str:
        return f"{self.judge} on {self.bank}"


class SampledPair(models.Model):
    """A question and a passage of a sample, with the grade that they had."""

    sample = models.ForeignKey(
        GradeSample, on_delete=models.CASCADE, related_name="pairs", db_index=False
    )
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+")
    passage = models.ForeignKey(ExamPassage, on_delete=models.PROTECT, related_name="+")
    grade = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("sample", "question", "passage"),
                name="one_sampled_pair_per_sample",
            ),
        )

    def __str__(self) -> str:
        return f"{self.question} on {self.passage}"
