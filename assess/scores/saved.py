"""What scores rest on under a name, offered by who keeps the names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from runs.models import Track


class Saved(NamedTuple):
    """A name, and what a family's form is asked for under it."""

    title: str
    query: str


Offer = Callable[[Track], list[Saved]]
_offers: dict[str, Offer] = {}


def offer_saved(family: str, offer: Offer) -> None:
    """Offer what is saved beside a family's own choice."""
    _offers[family] = offer


def saved_of(family: str, track: Track) -> list[Saved]:
    """Return what is saved of a family in a track."""
    return _offers[family](track) if family in _offers else []
