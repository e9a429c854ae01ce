"""The last labels of a work, for the list that is one key away."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

MOST = 20  # labels that the list holds


class Recent(NamedTuple):
    """One of the last labels: its item's public name, page and words, and its value.

    `page` is the uuid of the item's page, `place` where that stands in the order.
    """

    item: str
    page: UUID
    words: str
    place: int
    value: str
