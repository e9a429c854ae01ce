"""Batches of pairs for people: ten nuggets on responses, and a hidden test item."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from assess.judging.models import Allocation, Judge
from assess.judging.models.allocations import new_seed
from nuggets.models import Bank, Nugget
from runs.models import Response, Topic, Track


class Batch(models.Model):
    """Pairs of one topic that one person judges at a time."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="match_batches"
    )
    bank = models.ForeignKey(Bank, on_delete=models.PROTECT, related_name="+")
    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()  # from 1, in the track
    # Whose labels are the right answers of the test items.
    tests = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "number"), name="one_batch_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"Batch {self.number}"


class Pair(models.Model):
    """A gold nugget and a response in a batch; the test item looks like any other."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="pairs")
    nugget = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    # Of a test item: the right answer.
    answer = models.CharField(
        max_length=3, blank=True, choices=(("yes", "Yes"), ("no", "No"))
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("batch", "nugget", "response"), name="one_pair_per_batch"
            ),
            models.CheckConstraint(
                condition=Q(answer__in=("", "yes", "no")),
                name="answer_of_a_pair_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.nugget} in {self.response}"


class Voiding(models.Model):
    """A person's batch that was voided: its test item was answered wrongly."""

    work = models.OneToOneField(
        Allocation, on_delete=models.PROTECT, related_name="voiding"
    )
    at = models.DateTimeField()
    # An organizer talked to the person: it counts for no pause any more.
    lifted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.work}, voided"
