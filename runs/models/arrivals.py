"""Segments of unfinished imports, hidden until their import is complete."""

from __future__ import annotations

import uuid

from django.db import connection, models

from runs.models.imports import Import

# A single statement, whatever the number of rows; both databases support it.
LAND = """
INSERT INTO runs_segment (uuid, track_id, docid, title, url, headings, text)
SELECT uuid, %s, docid, title, url, headings, text
FROM runs_arrivingsegment WHERE source_id = %s ORDER BY id
ON CONFLICT (track_id, docid) DO UPDATE SET
    title = excluded.title, url = excluded.url,
    headings = excluded.headings, text = excluded.text
"""


class ArrivingSegment(models.Model):
    """The text of a segment that an unfinished import has read."""

    uuid = models.UUIDField(default=uuid.uuid4, editable=False)  # of a new segment
    source = models.ForeignKey(
        Import, on_delete=models.CASCADE, related_name="arriving_segments"
    )
    docid = models.CharField(max_length=255)
    title = models.TextField(blank=True)
    url = models.TextField(blank=True)
    headings = models.TextField(blank=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("source", "docid"), name="one_arriving_segment_per_docid"
            ),
        )

    def __str__(self) -> str:
        return self.docid


def land_arrived(source: Import) -> None:
    """Make the segments of an import visible; existing ones get its texts."""
    with connection.cursor() as cursor:
        cursor.execute(LAND, [source.track_id, source.pk])
    source.arriving_segments.all().delete()
