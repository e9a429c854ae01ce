"""The manager of models that can be put away: it selects the available rows."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AtHand(models.Manager[Row]):
    """All rows except those put away, for all lists; foreign keys still resolve them.

    The model has `deleted_at`, and a second manager `everything`.
    """

    def get_queryset(self) -> models.QuerySet[Row]:
        """Exclude rows that are put away."""
        return super().get_queryset().filter(deleted_at=None)
