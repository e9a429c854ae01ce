"""Guidelines: the organizer's instructions for a type of work."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from accounts.models import User
from runs.models import Track


class Guideline(models.Model):
    """One version of a track's guidelines for some work; it never changes."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="guidelines"
    )
    # A name in the registry of screens; the column is named as in an allocation.
    work = models.CharField(max_length=20, db_column="kind")
    number = models.PositiveIntegerField()  # from 1; the highest one is current
    text = models.TextField()  # Markdown
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    # The people who confirmed that they have read it.
    readers: models.ManyToManyField[User, User] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+"
    )

    class Meta:
        ordering = ("work", "-number")
        constraints = (
            models.UniqueConstraint(
                fields=("track", "work", "number"), name="one_guideline_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.work}, version {self.number}"
