"""Snapshots: stored exports that do not change."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Subquery

from jobs.models import Job
from runs.models import Track


class SnapshotQuerySet(models.QuerySet["Snapshot"]):
    """Snapshots as pages show them."""

    def visible(self) -> SnapshotQuerySet:
        """Select the snapshots that nobody deleted."""
        return self.filter(deleted_at=None)

    def with_state(self) -> SnapshotQuerySet:
        """Add `state`: that of its job."""
        jobs = Job.objects.filter(uuid=OuterRef("job"), scope=OuterRef("track__uuid"))
        return self.annotate(state=Subquery(jobs.values("state")))


class Snapshot(models.Model):
    """An export, or a set of them, from the data at the time of its job.

    `asked` is the request, with rows by their public ids. The content is stored in the
    data folder under its hash; neither it nor the manifest contains a time.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="snapshots")
    title = models.CharField(max_length=200)
    asked = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    job = models.UUIDField(null=True, db_index=True)
    created_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    filename = models.CharField(max_length=255, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(null=True)  # bytes
    manifest = models.JSONField(default=dict)
    deleted_at = models.DateTimeField(null=True)

    objects = SnapshotQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(
                name="a_made_snapshot_has_its_content",
                condition=models.Q(made_at=None)
                | ~models.Q(sha256="") & models.Q(size__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.title
