"""Passages that exams grade: segments, and pieces of responses."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from runs.models import Response, Segment, Topic


class ExamPassage(models.Model):
    """A segment on a topic, or a piece of a response to it.

    Passages of a topic with equal texts are graded once: the labels belong to the first
    one, `same_as` of the others.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="exam_passages"
    )
    segment = models.ForeignKey(
        Segment, null=True, on_delete=models.PROTECT, related_name="+"
    )
    response = models.ForeignKey(
        Response, null=True, on_delete=models.PROTECT, related_name="exam_passages"
    )
    ordinal = models.PositiveIntegerField(null=True)  # in its response, from 1
    text = models.TextField(blank=True)  # of a piece; a segment has its own
    md5 = models.CharField(max_length=32, blank=True)  # of the stripped text
    same_as = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="copies"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("topic", "segment"),
                condition=Q(segment__isnull=False),
                name="one_exam_passage_per_topic_and_segment",
            ),
            models.UniqueConstraint(
                fields=("response", "ordinal"),
                condition=Q(response__isnull=False),
                name="one_exam_passage_per_place",
            ),
            models.CheckConstraint(
                condition=Q(segment__isnull=False, response__isnull=True, ordinal=None)
                | Q(segment__isnull=True, response__isnull=False, ordinal__gte=1),
                name="an_exam_passage_is_a_segment_or_a_piece",
            ),
        )

    def __str__(self) -> str:
        return (
            str(self.segment) if self.segment_id else f"{self.response} {self.ordinal}"
        )

    @property
    def words(self) -> str:
        """Return the text that is graded."""
        return self.segment.text if self.segment else self.text
