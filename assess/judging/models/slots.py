"""Slots: work in a shared queue, taken one at a time."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from assess.judging.models.judges import Judge
from assess.judging.models.subjects import on_what_is_at_hand
from runs.models import Topic, Track


class SlotQuerySet(models.QuerySet["Slot"]):
    """Queries of slots for queues."""

    def queued(self) -> SlotQuerySet:
        """Select slots in a queue, taken or free: not withdrawn, nor put away."""
        return self.filter(on_what_is_at_hand(), withdrawn_at=None)


class Slot(models.Model):
    """One topic of some work for the first person to take it.

    Taking it creates an allocation with a lease. When the lease has expired, another
    person may take the slot, and the first allocation is released.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="slots")
    # A name in the registry of screens; as of an allocation.
    work = models.CharField(max_length=20, db_column="kind")
    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="+")
    subject = models.CharField(max_length=36, blank=True)  # as in an allocation
    bank = models.ForeignKey(
        "nuggets.Bank", null=True, on_delete=models.PROTECT, related_name="+"
    )
    round = models.PositiveSmallIntegerField(default=0)
    repeat = models.PositiveSmallIntegerField(default=0, db_default=0)
    known = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    shown = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    order = models.CharField(max_length=20, blank=True, default="", db_default="")
    # The work that failed its test items and has to be done again.
    replaces = models.OneToOneField(
        "assess.Allocation", null=True, on_delete=models.PROTECT, related_name="again"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = SlotQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return f"{self.work} of {self.topic}, shared"
