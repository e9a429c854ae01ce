"""The default condition of a track's scores, and the boards that were imported."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from runs.models import Track
from runs.models.availability import AtHand


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


class ImportedBoard(models.Model):
    """A ranking of runs that was scored elsewhere: a score or a rank of each run.

    scores: a list of [name in the file, run tag, number]. Some tags may belong to no
    run of the track, or to one that is imported later.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="boards")
    name = models.CharField(max_length=150)
    lower_is_better = models.BooleanField(default=False, db_default=False)
    scores = models.JSONField(default=list)
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away

    objects = AtHand["ImportedBoard"]()
    everything = models.Manager["ImportedBoard"]()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(deleted_at=None),
                name="one_board_per_name",
            ),
        )

    def __str__(self) -> str:
        return self.name


class TrustThresholds(models.Model):
    """Thresholds for using a machine's labels. Rows are only added; the last counts.

    labels, first_pass: the least κ. favour: the most that a run may be labelled higher
    or lower than others, in steps of the scale.
    """

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="trust_thresholds"
    )
    labels = models.FloatField()
    first_pass = models.FloatField()
    favour = models.FloatField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(labels__gte=F("first_pass"), favour__gte=0),
                name="thresholds_are_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"κ {self.labels} and {self.first_pass}, favour {self.favour}"
