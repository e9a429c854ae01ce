"""Imports: each file, its findings, and how the import ended."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery

from jobs.models import Job, JobState
from runs.models.availability import AtHand
from runs.models.tracks import Track


class ImportQuerySet(models.QuerySet["Import"]):
    """Queries of imports for pages."""

    def with_job_end(self) -> ImportQuerySet:
        """Add `job_end`: how the job ended, unless its own work ended it.

        A job that is cancelled while it waits, or given up, does not change its import.
        """
        ends = Job.objects.filter(
            uuid=OuterRef("job"),
            scope=OuterRef("track__uuid"),
            state__in=(JobState.FAILED, JobState.CANCELLED),
        )
        return self.annotate(job_end=Subquery(ends.values("state")))


class Import(models.Model):
    """One file imported into a track; its content is hidden until it is complete."""

    WAITING, CHECKING, WRITING = "waiting", "checking", "writing"
    LANDED, REFUSED, UNCHANGED = "landed", "refused", "unchanged"
    FAILED, CANCELLED = "failed", "cancelled"
    STATES = (
        (WAITING, "Waiting"),
        (CHECKING, "Checking"),
        (WRITING, "Writing"),
        (LANDED, "Accepted"),
        (REFUSED, "Not accepted"),
        (UNCHANGED, "Accepted before, nothing changed"),
        (FAILED, "Failed by an error of ours"),
        (CANCELLED, "Cancelled"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=20)  # a name in the registry of import kinds
    filename = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()  # bytes, as uploaded
    params = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(max_length=10, choices=STATES, default=WAITING)
    findings = models.JSONField(default=list, blank=True)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    error_kinds = models.PositiveIntegerField(default=0, db_default=0)
    warning_kinds = models.PositiveIntegerField(default=0, db_default=0)
    counts = models.JSONField(default=dict, blank=True)
    job = models.UUIDField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away

    objects = AtHand.from_queryset(ImportQuerySet)()
    everything = ImportQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (models.Index(fields=("track", "kind", "sha256")),)
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    state__in=(
                        "waiting",
                        "checking",
                        "writing",
                        "landed",
                        "refused",
                        "unchanged",
                        "failed",
                        "cancelled",
                    )
                ),
                name="import_state_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.filename}"

    @property
    def is_in(self) -> bool:
        """Return whether the file's content is in the track."""
        return self.state in {self.LANDED, self.UNCHANGED}

    @property
    def shown_state(self) -> str:
        """Return the state, or how the job ended if that could not be recorded."""
        end: str | None = getattr(self, "job_end", None)
        going = self.state in {self.WAITING, self.CHECKING, self.WRITING}
        return end if end and going else self.state

    @property
    def is_under_way(self) -> bool:
        """Return whether this import has not ended."""
        return self.shown_state in {self.WAITING, self.CHECKING, self.WRITING}

    @property
    def verdict(self) -> str:
        """Return how it ended in one phrase: the first line of its report."""
        said = dict(self.STATES)[self.shown_state]
        errors = _counted(self.errors, self.error_kinds, "error")
        warnings = _counted(self.warnings, self.warning_kinds, "warning")
        if self.is_in and warnings:
            return f"{said}, with {warnings}"
        if self.shown_state != self.REFUSED:
            return said
        return f"{said}: {' and '.join(filter(None, (errors, warnings)))}"


def _counted(number: int, kinds: int, noun: str) -> str:
    """Return "1 error" or "3 kinds of warning (10,506 in all)"; "" for none.

    Imports in older archives lack the number of kinds.
    """
    if number == 0:
        return ""
    if not kinds or number == kinds:
        return f"{number:,} {noun}" + ("" if number == 1 else "s")
    each = "kind" if kinds == 1 else "kinds"
    return f"{kinds:,} {each} of {noun} ({number:,} in all)"
