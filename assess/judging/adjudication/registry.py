"""The registry of what can be adjudicated: a screen, spots and a desk for each kind."""

from __future__ import annotations

from assess.judging import screens
from assess.judging.adjudication.desk import desk_of
from assess.judging.adjudication.exhibits import Exhibit
from assess.judging.adjudication.screen import screen_of
from assess.judging.adjudication.spots import spots_for
from assess.judging.threads import spots
from assess.judging.work.desk import Desk

_desks: dict[str, Desk] = {}


def register(exhibit: Exhibit) -> Exhibit:
    """Let disputes over a kind of label be settled; return how its items are shown."""
    screens.register(screen_of(exhibit.kind))
    places = spots.register(spots_for(exhibit))
    _desks[exhibit.kind.name] = desk_of(exhibit, places)
    return exhibit


def all_desks() -> tuple[Desk, ...]:
    """Return the desks of all kinds, in the order they were registered."""
    return tuple(_desks.values())
