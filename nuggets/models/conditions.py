"""Conditions: what a score rests on, under a name."""

from __future__ import annotations

import uuid

from django.db import models

from assess.models import Judge
from nuggets.models.banks import Bank
from runs.models import Topic, Track


class Condition(models.Model):
    """Bank, assignment judge, mapping judge, qrels judge and topics, named."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="conditions"
    )
    name = models.CharField(max_length=150)
    bank = models.ForeignKey(Bank, on_delete=models.PROTECT, related_name="conditions")
    assignment_judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+"
    )
    # Empty: the mapping to sub-narratives that the bank's own versions hold.
    mapping_judge = models.ForeignKey(
        Judge, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    qrels_judge = models.ForeignKey(
        Judge, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # None: every topic that the bank and the assignment judge both have.
    topics = models.ManyToManyField(Topic, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"), name="one_condition_per_name"
            ),
        )

    def __str__(self) -> str:
        return self.name
