"""Nuggets: atomic pieces of information, with their sources and descent."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models import Judge
from runs.models import Segment, Topic


class Nugget(models.Model):
    """A wording that never changes: its labels are valid in every bank version."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="nuggets")
    text = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    judge = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )  # the machine that wrote it; empty for a person's
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.text


class NuggetSource(models.Model):
    """A source segment of a nugget, with its span if it is known."""

    nugget = models.ForeignKey(Nugget, on_delete=models.CASCADE, related_name="sources")
    segment = models.ForeignKey(Segment, on_delete=models.PROTECT, related_name="+")
    # Code points into the segment's stored text, end exclusive.
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.nugget_id} from {self.segment}"


class Descent(models.Model):
    """The relation of a nugget to one from which it was made."""

    REWORDED, SPLIT, MERGED = "reworded", "split", "merged"
    RELATIONS = ((REWORDED, "Reworded"), (SPLIT, "Split"), (MERGED, "Merged"))

    child = models.ForeignKey(Nugget, on_delete=models.CASCADE, related_name="descent")
    parent = models.ForeignKey(
        Nugget, on_delete=models.PROTECT, related_name="descendants"
    )
    relation = models.CharField(max_length=8, choices=RELATIONS)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("child", "parent"), name="one_descent_per_pair"
            ),
            models.CheckConstraint(
                condition=Q(relation__in=("reworded", "split", "merged")),
                name="relation_of_a_descent_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.child_id} {self.relation} from {self.parent_id}"
