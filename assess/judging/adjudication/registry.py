"""The registry of adjudicated kinds: a screen, spots and a desk for each kind."""

from __future__ import annotations

from assess.judging import screens
from assess.judging.adjudication.desk import desk_of
from assess.judging.adjudication.exhibits import Exhibit
from assess.judging.adjudication.screen import screen_of, spots_for
from assess.judging.threads import spots
from assess.judging.work import desk as desks
from config.registry import Registry

EXHIBITS: Registry[Exhibit] = Registry("kind with disputes", name="kind.name")


def register(exhibit: Exhibit) -> Exhibit:
    """Register how a kind's disputed items are shown; return it."""
    screens.register(screen_of(exhibit.kind, turn=exhibit.turn))
    desks.register(desk_of(exhibit, spots.register(spots_for(exhibit))))
    return EXHIBITS.register(exhibit)
