"""Banks, their versions, the lists of versions, and the history of their edits."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models import Judge, versions
from nuggets.models.nuggets import Nugget
from runs.models import Subnarrative, SubnarrativeWording, Topic, Track
from runs.models.topics import IMPORTANCE


class BankQuerySet(versions.BankQuerySet["Bank"]):
    """Queries of banks for pages, scores and exports."""


class Bank(models.Model):
    """A track's nuggets under one name, spanning its topics."""

    AUTOMATIC, EDITED, IMPORTED = "automatic", "edited", "imported"
    ORIGINS = (
        (AUTOMATIC, "Drafted by a machine"),
        (EDITED, "Post-edited"),
        (IMPORTED, "Imported"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="banks")
    name = models.CharField(max_length=150)
    origin = models.CharField(max_length=9, choices=ORIGINS)
    parent = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="children"
    )
    drafted_by = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    qrels_judge = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )  # whose relevant segments were used
    importance_shown = models.BooleanField(default=True)  # to the editing assessor
    sha256 = models.CharField(max_length=64, blank=True)  # of an imported file
    created_at = models.DateTimeField(auto_now_add=True)
    landed_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = BankQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(deleted_at=None, landed_at__isnull=False),
                name="one_bank_per_name",
            ),
            models.CheckConstraint(
                condition=Q(origin__in=("automatic", "edited", "imported")),
                name="origin_of_a_bank_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


class BankVersionQuerySet(versions.VersionQuerySet["BankVersion"]):
    """Versions, open or frozen."""


class BankVersion(models.Model):
    """One topic's list in a bank: open while it is edited, then frozen for ever."""

    OPEN, FROZEN = "open", versions.FROZEN
    STATES = ((OPEN, "Open"), (FROZEN, "Frozen"))

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    bank = models.ForeignKey(Bank, on_delete=models.CASCADE, related_name="versions")
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="bank_versions"
    )
    number = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=6, choices=STATES, default=OPEN)
    parent = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="children"
    )
    editor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # Counts the actions on the list, so that a stale one is detected.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    nuggets: models.ManyToManyField[Nugget, Listing] = models.ManyToManyField(
        Nugget, through="Listing", related_name="versions"
    )

    objects = BankVersionQuerySet.as_manager()

    class Meta:
        ordering = ("topic__position", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("bank", "topic", "number"), name="one_version_per_number"
            ),
            models.UniqueConstraint(
                fields=("bank", "topic"),
                condition=Q(state="open"),
                name="one_open_version_per_bank_and_topic",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("open", "frozen")),
                name="state_of_a_version_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.bank} on {self.topic}, version {self.number}"


class Listing(models.Model):
    """A nugget's place in one version, with what may differ between versions."""

    version = models.ForeignKey(
        BankVersion, on_delete=models.CASCADE, related_name="listings", db_index=False
    )
    nugget = models.ForeignKey(
        Nugget, on_delete=models.PROTECT, related_name="listings"
    )
    position = models.PositiveIntegerField()
    importance = models.CharField(max_length=5, choices=IMPORTANCE, blank=True)
    subnarrative = models.ForeignKey(
        Subnarrative, null=True, on_delete=models.PROTECT, related_name="+"
    )
    details = models.JSONField(default=dict, blank=True)  # a file's own fields

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("version", "nugget"), name="one_listing_per_nugget_and_version"
            ),
            models.CheckConstraint(
                condition=Q(importance__in=("vital", "okay", "")),
                name="importance_of_a_listing_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.position}. {self.nugget}"


class PinnedSubnarrative(models.Model):
    """A sub-narrative in its wording at the time a version was frozen."""

    version = models.ForeignKey(
        BankVersion, on_delete=models.CASCADE, related_name="pins", db_index=False
    )
    wording = models.ForeignKey(
        SubnarrativeWording, on_delete=models.PROTECT, related_name="+"
    )
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("version", "wording"), name="one_pin_per_wording_and_version"
            ),
        )

    def __str__(self) -> str:
        return str(self.wording)


class Edit(models.Model):
    """One action on an open version's list, with the list before and after it.

    A list is stored as rows [nugget, importance, sub-narrative, details], in order, by
    row number. Undo restores `before`, redo `after`.
    """

    version = models.ForeignKey(
        BankVersion, on_delete=models.CASCADE, related_name="edits", db_index=False
    )
    number = models.PositiveIntegerField()  # from 1, in the order of creation
    action = models.CharField(max_length=20)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.UUIDField(null=True)  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    before = models.JSONField()
    after = models.JSONField()
    at = models.DateTimeField()
    client_time = models.DateTimeField(null=True)
    active_ms = models.PositiveIntegerField(null=True)  # active time, milliseconds
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("version", "number"), name="one_edit_per_number"
            ),
            models.UniqueConstraint(
                fields=("version", "key"),
                condition=Q(key__isnull=False),
                name="one_edit_per_action",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.action}"
