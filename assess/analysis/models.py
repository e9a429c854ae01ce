"""The condition that a track's scores begin with, as organizers chose it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from runs.models import Track


class DefaultCondition(models.Model):
    """One choice of what a family's pages begin with. Rows are only added.

    The latest of a family and an audience holds; viewers without one have that of
    everybody. query: what makes the family's form choose the condition; "" takes the
    choice back. says: the condition in words, as it was then.
    """

    EVERYBODY, VIEWERS = "everybody", "viewers"
    AUDIENCES = ((EVERYBODY, "everybody"), (VIEWERS, "viewers"))

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="default_conditions"
    )
    family = models.CharField(max_length=20)
    audience = models.CharField(
        max_length=10, choices=AUDIENCES, db_default=EVERYBODY, default=EVERYBODY
    )
    query = models.CharField(max_length=200, blank=True)
    says = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(audience__in=("everybody", "viewers")),
                name="audience_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.says or "none"
