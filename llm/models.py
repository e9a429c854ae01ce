"""The ledger: every call to a model, so that none is paid twice."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q


class Call(models.Model):
    """One call: what was asked of which model, what came back, and its cost."""

    STARTED, ANSWERED = "started", "answered"
    FAILED, INTERRUPTED = "failed", "interrupted"
    STATES = (
        (STARTED, "Started"),
        (ANSWERED, "Answered"),
        (FAILED, "Failed"),
        (INTERRUPTED, "Interrupted"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # SHA-256 of endpoint, model, parameters, prompt hash and attempt.
    key = models.CharField(max_length=64, db_index=True)
    endpoint = models.TextField()
    model = models.CharField(max_length=200)
    parameters = models.JSONField(default=dict)
    prompt_name = models.CharField(max_length=60)
    prompt_version = models.CharField(max_length=60)
    prompt_hash = models.CharField(max_length=64)  # of the rendered messages
    input_ids = models.JSONField(default=dict)  # from which the prompt is rebuilt
    attempt = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=11, choices=STATES, default=STARTED)
    reply = models.TextField(blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True)
    completion_tokens = models.PositiveIntegerField(null=True)
    seconds = models.FloatField(null=True)
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True)
    error = models.TextField(blank=True)
    job = models.UUIDField(null=True, db_index=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("key",),
                condition=Q(state="answered"),
                name="one_answer_per_call",
            ),
        )

    def __str__(self) -> str:
        """Return what was asked of whom."""
        return f"{self.prompt_name} to {self.model}: {self.state}"
