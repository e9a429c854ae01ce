"""Gold answers: texts of people from the relevant passages, with all revisions."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from nuggets.models.banks import Bank
from runs.models import Topic


class Writing(models.Model):
    """The content of an answer: its text, the covered nuggets, the used passages."""

    text = models.TextField(blank=True)
    covered: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    used: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        abstract = True

    def said(self) -> dict[str, Any]:
        """Return the text, and the public ids of nuggets and passages."""
        return {"text": self.text, "covered": self.covered, "used": self.used}


class GoldAnswer(Writing):
    """A person's current answer to a topic."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    bank = models.ForeignKey(
        Bank, on_delete=models.PROTECT, related_name="gold_answers", db_index=False
    )
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="gold_answers"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="gold_answers"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("bank", "topic", "author"), name="one_gold_answer_per_author"
            ),
        )

    def __str__(self) -> str:
        return f"{self.topic} answered by {self.author}"


class AnswerRevision(Writing):
    """One save of a gold answer; never changed."""

    answer = models.ForeignKey(
        GoldAnswer,
        on_delete=models.CASCADE,
        related_name="revisions",
        db_index=False,
    )
    key = models.UUIDField()  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    client_time = models.DateTimeField(null=True, blank=True)
    active_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("version",)
        constraints = (
            models.UniqueConstraint(
                fields=("answer", "version"), name="one_answer_revision_per_version"
            ),
            models.UniqueConstraint(
                fields=("answer", "key"), name="one_answer_revision_per_action"
            ),
        )

    def __str__(self) -> str:
        return f"{self.answer}, version {self.version}"
