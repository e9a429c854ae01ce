"""Names for rows that correspond to each other in both worlds."""

from __future__ import annotations

from typing import TypeVar
from uuid import UUID, uuid5

from django.db.models import Model

M = TypeVar("M", bound=Model)
SPACE = UUID("6f0c0a2e-3a63-4c39-9f0f-5a2f6a0b7d11")


def named(name: str, space: UUID = SPACE) -> UUID:
    """Return the uuid that a row with this name has in every world."""
    return uuid5(space, name)


def same(row: M, name: str) -> M:
    """Give a row the uuid that it has in both worlds."""
    row.uuid = named(name)  # type: ignore[attr-defined]
    row.save(update_fields=["uuid"])
    return row
