"""Adjudications: the judges whose disagreements are settled, and the adjudicators."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from assess.judging.models.judges import Judge
from runs.models import Topic, Track


class Adjudications(models.Manager["Adjudication"]):
    """All adjudications except those whose judge is put away."""

    def get_queryset(self) -> models.QuerySet[Adjudication]:
        """Exclude adjudications that are put away."""
        return super().get_queryset().filter(judge__deleted_at=None)


class Adjudication(models.Model):
    """Some judges' disagreements over one kind of label; its judge has the results."""

    SORTS = (("any", "any"), ("distance", "distance"), ("cut", "cut"))

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="adjudications"
    )
    judge = models.OneToOneField(
        Judge, on_delete=models.PROTECT, related_name="adjudication"
    )
    kind = models.CharField(max_length=20)  # a name in the registry of kinds
    judges: models.ManyToManyField[Judge, Judge] = models.ManyToManyField(
        Judge, related_name="+"
    )
    adjudicators: models.ManyToManyField[User, User] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+"
    )
    # Whether adjudicators may settle disputes about their own labels.
    own_allowed = models.BooleanField(default=False)
    # Whether adjudicators judge the items without seeing the labels in dispute.
    hides_labels = models.BooleanField(default=False, db_default=False)
    # The round of the people's labels in dispute; machines have no other than 0.
    of_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    topics: models.ManyToManyField[Topic, Topic] = models.ManyToManyField(
        Topic, related_name="+"
    )
    # The differences that count: see assess.judging.kernel.disputes.Threshold.
    sort = models.CharField(max_length=8, choices=SORTS, default="any")
    distance = models.PositiveSmallIntegerField(default=1)
    cut = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = Adjudications()
    everything = models.Manager["Adjudication"]()

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(sort__in=("any", "distance", "cut")),
                name="sort_of_an_adjudication_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.judge.name
