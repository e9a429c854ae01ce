"""A track's own wordings of prompts."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from runs.models import Track


class TrackPrompt(models.Model):
    """One version of a track's wording of a prompt; its text never changes.

    A judge keeps the version with which it is made, and each of its labels the call,
    which names it. `version` follows from the text.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="prompts")
    name = models.CharField(max_length=100)
    version = models.CharField(max_length=20)
    system = models.TextField()
    user = models.TextField()
    # New judges are made with it; at most one version of a prompt
    in_use = models.BooleanField(default=False, db_default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("name", "-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name", "version"), name="one_wording_per_version"
            ),
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(in_use=True),
                name="one_wording_in_use",
            ),
        )

    def __str__(self) -> str:
        """Return its name and version."""
        return f"{self.name} {self.version}"
