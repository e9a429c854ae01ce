"""What organizers decide about turns of conversations."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from runs.models import Topic


class TurnMark(models.Model):
    """One decision about a turn. Rows are only added; the last number counts.

    `key` is empty if a rule or a command made it, and not a person's page.
    """

    topic = models.ForeignKey(
        Topic, on_delete=models.CASCADE, related_name="turn_marks", db_index=False
    )
    number = models.PositiveIntegerField()  # from 1
    assessed = models.BooleanField()
    unanswerable = models.BooleanField()
    gold_answer = models.BooleanField()  # one is wanted
    rule = models.CharField(max_length=300, blank=True)  # in words, if one decided
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.UUIDField(null=True)  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    at = models.DateTimeField()
    client_time = models.DateTimeField(null=True)
    active_ms = models.PositiveIntegerField(null=True)  # active time, milliseconds

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("topic", "number"), name="one_turn_mark_per_number"
            ),
            models.UniqueConstraint(
                fields=("topic", "key"),
                condition=Q(key__isnull=False),
                name="one_turn_mark_per_key",
            ),
        )

    def __str__(self) -> str:
        return f"{self.topic}, decision {self.number}"
