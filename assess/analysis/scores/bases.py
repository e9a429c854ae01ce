"""Saved conditions: named bases of scores, offered by the app that stores them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from assess.judging.models import Judge
from runs.models import Topic, Track


class Saved(NamedTuple):
    """A condition: whose labels count, over which topics; no topics: all.

    title: its name and the judge's. says: its name and its topics.
    """

    uuid: UUID
    title: str
    says: str
    judge: Judge
    topics: tuple[Topic, ...]
    made_at: datetime


Offer = Callable[[Track], list[Saved]]
_offers: dict[str, Offer] = {}


def offer_saved(family: str, offer: Offer) -> None:
    """Register a function that returns the saved conditions of a family."""
    _offers[family] = offer


def saved_of(family: str, track: Track) -> list[Saved]:
    """Return the saved conditions of a family in a track."""
    return _offers[family](track) if family in _offers else []
