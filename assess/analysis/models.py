"""The default condition of a track's scores, selected by organizers."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from runs.models import Track


class DefaultCondition(models.Model):
    """One choice of the default condition of a family's pages. Rows are only added.

    The latest row of a family and an audience is current; viewers without one get that
    of everybody. query: the query that makes the family's form select the condition; ""
    removes the default. says: the condition in words, at that time.
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
