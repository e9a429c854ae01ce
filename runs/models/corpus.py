"""Segments: the passages that runs retrieve and cite."""

from __future__ import annotations

import uuid

from django.db import models

from runs.models.tracks import Track


class SegmentQuerySet(models.QuerySet["Segment"]):
    """Segments with or without their text."""

    def with_text(self) -> SegmentQuerySet:
        """Select the segments whose text has been imported."""
        return self.exclude(text="")


class Segment(models.Model):
    """A passage, identified by its docid; its text may still be missing."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="segments")
    docid = models.CharField(max_length=255)
    title = models.TextField(blank=True)
    url = models.TextField(blank=True)
    headings = models.TextField(blank=True)
    text = models.TextField(blank=True)

    objects = SegmentQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("track", "docid"), name="one_segment_per_docid"
            ),
        )

    def __str__(self) -> str:
        return self.docid
