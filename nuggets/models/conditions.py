"""Conditions: named bases of scores."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from assess.judging.models import Judge
from nuggets.models.banks import Bank
from runs.models import Topic, Track
from runs.models.availability import AtHand


class Condition(models.Model):
    """A name for a bank, assignment, mapping and qrels judges, and topics."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="conditions"
    )
    name = models.CharField(max_length=150)
    bank = models.ForeignKey(Bank, on_delete=models.PROTECT, related_name="conditions")
    assignment_judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+"
    )
    # Empty: the mapping to sub-narratives in the bank's own versions.
    mapping_judge = models.ForeignKey(
        Judge, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    qrels_judge = models.ForeignKey(
        Judge, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # None: every topic that the bank and the assignment judge both have.
    topics = models.ManyToManyField(Topic, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away

    objects = AtHand["Condition"]()
    everything = models.Manager["Condition"]()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=models.Q(deleted_at=None),
                name="one_condition_per_name",
            ),
        )

    def __str__(self) -> str:
        return self.name


class ConditionEdit(models.Model):
    """One change of a condition: who, when, from what to what. Rows are only added.

    `condition` is its public id, which remains after its deletion. before and after
    contain the names of its parts at that time; empty: it did not exist.
    """

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="condition_edits"
    )
    condition = models.UUIDField(db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Return the condition's name after the change, or its last one."""
        return str(self.after.get("name") or self.before.get("name", ""))
