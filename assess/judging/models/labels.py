"""Labels and the one table of their changes.

A kind of label is a model of its own: `Label` plus the foreign keys of its item.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models.judges import Judge
from llm.models import Call


class LabelQuerySet(models.QuerySet["Label"]):
    """Labels by judge and state."""

    def by(self, judge: Judge) -> LabelQuerySet:
        """Select one judge's own labels; a panel has none of its own."""
        return self.filter(judge=judge)

    def given(self) -> LabelQuerySet:
        """Select the labels with a value; un-judged ones are empty."""
        return self.exclude(value="")


class Label(models.Model):
    """The current state of (judge, item, round, repeat)."""

    judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # The person who acted; empty for a machine.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    # The protocol: 0 from scratch, 1 over the labels that a machine gave.
    round = models.PositiveSmallIntegerField(default=0)
    # 0 for a judge's first label of an item, from 1 on for later ones, from which
    # self-agreement can be computed. Scores and agreement use the first only.
    repeat = models.PositiveSmallIntegerField(default=0, db_default=0)
    value = models.CharField(max_length=20, blank=True)  # "" means un-judged
    details = models.JSONField(default=dict, blank=True)  # ticks, highlights, note
    version = models.PositiveIntegerField(default=1)
    # The version of the track's profile under which it was given. None: given by an
    # older server or in an older archive, under the track's first profile.
    profile_version = models.PositiveIntegerField(null=True)
    call = models.ForeignKey(
        Call, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()

    objects = LabelQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.value or "un-judged"


class Change(models.Model):
    """One action on one label: who, when, from what to what. Rows are only added."""

    kind = models.CharField(max_length=20)
    label_id = models.BigIntegerField()
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.UUIDField(null=True)  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    version = models.PositiveIntegerField()  # of the label after the change
    before = models.CharField(max_length=20, blank=True)
    after = models.CharField(max_length=20, blank=True)
    details = models.JSONField(default=dict, blank=True)  # of the label after
    at = models.DateTimeField()
    client_time = models.DateTimeField(null=True)
    active_ms = models.PositiveIntegerField(null=True)  # active time, milliseconds

    class Meta:
        indexes = (models.Index(fields=("kind", "label_id")),)
        constraints = (
            models.UniqueConstraint(
                fields=("actor", "key"),
                condition=Q(key__isnull=False),
                name="one_change_per_action",
            ),
        )

    def __str__(self) -> str:
        return f"{self.before or '–'} → {self.after or '–'}"
