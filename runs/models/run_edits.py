"""The history of a run's changes after its import."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from runs.models.submissions import Run


class RunEdit(models.Model):
    """One change of a run's particulars. Rows are only added.

    before and after contain the changed columns, by name; no `by`: a command.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="edits")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    before = models.JSONField()
    after = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.run} at {self.at}"
