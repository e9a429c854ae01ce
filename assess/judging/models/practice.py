"""Who has practised which work: practice items are shown once."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Practice(models.Model):
    """A person's practice of some work, done or skipped. Its answers are not stored."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    # A name in the registry of screens; the column is named as in an allocation.
    work = models.CharField(max_length=20, db_column="kind")
    skipped = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("person", "work"), name="one_practice_per_person_and_work"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} practised {self.work}"
