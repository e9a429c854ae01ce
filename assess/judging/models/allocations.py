"""Allocations: work handed out to a person."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from assess.judging.models.judges import Judge
from assess.judging.models.slots import Slot
from assess.judging.models.subjects import on_what_is_at_hand
from config.operations.statements import Given
from runs.models import Membership, Topic, Track


def new_seed() -> str:
    """Return a secret that determines an allocation's order of items."""
    return secrets.token_hex(16)


class AllocationQuerySet(models.QuerySet["Allocation"]):
    """Queries of allocations by their assessor and their organizer."""

    def at_hand(self) -> AllocationQuerySet:
        """Exclude work whose topic, judge or subject is put away."""
        return self.filter(on_what_is_at_hand())

    def held(self) -> AllocationQuerySet:
        """Select work that people have, open or finished, but not released."""
        return self.at_hand().filter(released_at=None)

    def held_by(self, assessor: User | Given) -> AllocationQuerySet:
        """Select a person's work that is neither released nor put away.

        The person must be an assessor of the track.
        """
        own: dict[str, Any] = {
            "assessor": assessor,
            "track__memberships__user": assessor,
            "track__memberships__role": Membership.ASSESSOR,
        }
        return self.held().filter(**own)

    def unfinished(self) -> AllocationQuerySet:
        """Select the allocations that are not finished, available or not."""
        return self.filter(released_at=None, finished_at=None)

    def open(self) -> AllocationQuerySet:
        """Select the allocations that can be worked on."""
        return self.at_hand().unfinished()


class Allocation(models.Model):
    """One topic of some work, given to one assessor."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="allocations"
    )
    # A name in the registry of screens. The column, as in files, has an earlier name.
    work = models.CharField(max_length=20, db_column="kind")
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="allocations"
    )
    assessor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="allocations"
    )
    # The subject, if the kind needs more than the topic: a bank.
    subject = models.CharField(max_length=36, blank=True)  # its uuid
    # The same bank as a foreign key; by name, because `nuggets` imports this app.
    # Older servers and archives leave it empty, so readers use `subject`.
    bank = models.ForeignKey(
        "nuggets.Bank", null=True, on_delete=models.PROTECT, related_name="+"
    )
    round = models.PositiveSmallIntegerField(default=0)  # of its labels
    repeat = models.PositiveSmallIntegerField(default=0, db_default=0)  # of its labels
    # An order of its items that its screen offers; empty for the usual one.
    order = models.CharField(max_length=20, blank=True, default="", db_default="")
    exclusive = models.BooleanField(default=False)  # one person at a time: editing
    # The judge of the known answers that are hidden among the items; empty for none.
    known = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # The machine whose labels the assessor post-edits; empty if they see none.
    shown = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # The slot of a shared queue from which it was taken, and the end of its lease.
    slot = models.ForeignKey(
        Slot, null=True, on_delete=models.PROTECT, related_name="allocations"
    )
    leased_until = models.DateTimeField(null=True, blank=True)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    objects = AllocationQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("work", "topic", "assessor", "subject", "round", "repeat"),
                condition=Q(released_at=None),
                name="one_allocation_per_assessor_and_work",
            ),
            models.UniqueConstraint(
                fields=("work", "topic", "subject", "round", "repeat"),
                condition=Q(exclusive=True, released_at=None, finished_at=None),
                name="one_person_on_exclusive_work",
            ),
            models.UniqueConstraint(
                fields=("slot",),
                condition=Q(slot__isnull=False, released_at=None),
                name="one_person_on_a_slot",
            ),
        )

    def __str__(self) -> str:
        return f"{self.work} of {self.topic} for {self.assessor}"
