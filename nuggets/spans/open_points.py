"""What is still open in a list of span nuggets, each thing with its passage."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from assess.judging.threads.listing import threads_of
from assess.judging.threads.open_points import EMPTY, LeftOpen, Place, counted, flagged
from nuggets.models import NuggetSource
from nuggets.spans.spots import address
from nuggets.spans.work import SpanPage


def left_open(page: SpanPage) -> list[LeftOpen]:
    """Return what is open: an empty list, importance where it is asked for, flags."""
    at = partial(address, page.work)
    found = [] if page.total else [EMPTY]
    if page.asks_importance and (unset := _unset(page)):
        places = [Place(text, at(str(segment))) for text, segment in unset]
        one, many = "nugget has no importance", "nuggets have no importance"
        found.append(counted(one, many, places))
    return found + flagged(threads_of(page.work), at)


def _unset(page: SpanPage) -> list[tuple[str, UUID]]:
    """Return the nuggets without importance, each with its first passage."""
    rows = NuggetSource.objects.filter(
        nugget__listings__version=page.version, nugget__listings__importance=""
    ).order_by("-pk")
    names = ("nugget", "nugget__text", "segment__uuid")
    first = {nugget: (text, at) for nugget, text, at in rows.values_list(*names)}
    return list(reversed(first.values()))
