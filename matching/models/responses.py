"""The nuggets of responses: spans that a judge found in them."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from assess.judging.models import Judge
from runs.models import Response


class Extraction(models.Model):
    """A judge's complete list of a response's nuggets; it may be empty."""

    judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "response"), name="one_extraction_per_judge"
            ),
        )

    def __str__(self) -> str:
        return f"{self.response} by {self.judge}"


class ResponseNugget(models.Model):
    """A piece of information in a response, as a span of its text.

    `stated`: the file of an import says that the text is in the response, and it is
    not. Only those that were not found at all count for nothing.
    """

    VERBATIM, FOLDED, STATED, NOT = "verbatim", "folded", "stated", "not"
    FOUND = (
        (VERBATIM, "Verbatim"),
        (FOLDED, "But for case, white space and asterisks"),
        (STATED, "As its file says, in words that the answer lacks"),
        (NOT, "Not found"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    extraction = models.ForeignKey(
        Extraction, on_delete=models.CASCADE, related_name="nuggets", db_index=False
    )
    # That of its extraction, so that labels reach it by one column.
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    text = models.TextField()
    # Code points into the response's stored text, end exclusive.
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    found = models.CharField(max_length=8, choices=FOUND)

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("extraction", "position"),
                name="one_response_nugget_per_position",
            ),
            models.CheckConstraint(
                condition=Q(found__in=("verbatim", "folded", "stated", "not")),
                name="found_of_a_response_nugget_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.text
