"""The models of quiz questions and of the grades of their answers."""

from uuid import uuid4

from django.db import models

from assess.judging.models import Label
from runs.models import Response, Topic


class QuizQuestion(models.Model):
    """A question that a response to the topic should answer."""

    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("topic", "name"), name="one_quiz_question_by_its_name"
            ),
        )

    def __str__(self) -> str:
        return self.name


class QuizLabel(Label):
    """How well a response answers a question."""

    question = models.ForeignKey(
        QuizQuestion, on_delete=models.PROTECT, related_name="+"
    )
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "question", "response", "round", "repeat"),
                name="one_quiz_label_per_judge",
            ),
        )
