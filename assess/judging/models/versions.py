"""Queries of banks and their versions, for each app whose items are listed in banks."""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models
from django.db.models import Exists, OuterRef

Row = TypeVar("Row", bound=models.Model)
FROZEN = "frozen"


class BankQuerySet(models.QuerySet[Row]):
    """Banks, which appear once they are complete."""

    def visible(self) -> Self:
        """Select the complete banks that nobody deleted."""
        return self.filter(deleted_at=None).exclude(landed_at=None)


class VersionQuerySet(models.QuerySet[Row]):
    """Versions of a bank's lists, one list for each topic: open or frozen."""

    def frozen(self) -> Self:
        """Select the frozen versions."""
        return self.filter(state=FROZEN)

    def current(self) -> Self:
        """Select each topic's latest frozen version, which the scores use.

        Topics that are put away are excluded.
        """
        own = {"bank": OuterRef("bank"), "topic": OuterRef("topic")}
        later = type(self)(self.model).filter(
            **own, state=FROZEN, number__gt=OuterRef("number")
        )
        return self.frozen().filter(~Exists(later), topic__deleted_at=None)
