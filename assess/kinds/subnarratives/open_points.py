"""What is still open in a list of sub-narratives, each thing with its place."""

from __future__ import annotations

from functools import partial

from assess.judging.threads.open_points import EMPTY, LeftOpen, Place, counted, flagged
from assess.kinds.subnarratives.review import Review
from assess.kinds.subnarratives.spots import address


def left_open(review: Review) -> list[LeftOpen]:
    """Return what is open: an empty list, importance, flags."""
    at = partial(address, review.work)
    found = [] if review.parts else [EMPTY]
    unset = [part for part in review.parts if not part.importance]
    if unset:
        one, many = (
            "sub-narrative has no importance",
            "sub-narratives have no importance",
        )
        places = [Place(part.text, at(part.uuid)) for part in unset]
        found.append(counted(one, many, places))
    return found + flagged(review.threads, at)
