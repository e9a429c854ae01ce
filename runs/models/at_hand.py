"""The manager of what can be put away: it finds what is at hand."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AtHand(models.Manager[Row]):
    """Every row but those put away, for all lists; a foreign key still leads to them.

    The model has `deleted_at`, and a second manager `everything`.
    """

    def get_queryset(self) -> models.QuerySet[Row]:
        """Leave out what is put away."""
        return super().get_queryset().filter(deleted_at=None)
