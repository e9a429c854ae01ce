"""Bring the calls of a file into a track."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.db import transaction

from assess.exchange.ledger.lines import read_calls
from llm.models import Call
from runs.models import Track

A_BATCH = 500
MOST = 500_000  # calls of a file


class TooManyCalls(ValueError):
    """The file has more calls than one import takes."""


class Brought(NamedTuple):
    """How many replies are new, and how many the track could read before."""

    new: int
    there: int


def bring_calls(track: Track, lines: Iterable[bytes]) -> Brought:
    """Add a file's replies to those that a track's work reads instead of asking again.

    They are valid in this track only. All or nothing: raise BadCall at the first bad
    line, TooManyCalls. A second import changes nothing.
    """
    calls, new, number = read_calls(lines), 0, 0
    with transaction.atomic():
        while some := list(islice(calls, A_BATCH)):
            number += len(some)
            if number > MOST:
                raise TooManyCalls(f"A file has at most {MOST:,} calls.")
            new += _add(track, {call.key: call for call in some})
    return Brought(new, number - new)


def _add(track: Track, calls: dict[str, Call]) -> int:
    held = Call.objects.answered_for(track.uuid).filter(key__in=list(calls))
    missing = calls.keys() - set(held.order_by().values_list("key", flat=True))
    rows = [call for key, call in calls.items() if key in missing]
    for row in rows:
        row.came_with = track.uuid
        row.caller = ""
    Call.objects.bulk_create(rows)
    return len(rows)
