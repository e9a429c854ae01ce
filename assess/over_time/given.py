"""People's labels as they came in, added up by minute, hour or day."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import CharField, Count, Q
from django.db.models.functions import Cast, Substr

from assess.models import Change, Judge
from assess.reading.unchanged import unchanged
from runs.models import Track

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# How long the labels may have taken for each width of a span of time.
WIDTHS = ((timedelta(hours=2), MINUTE), (timedelta(days=2), HOUR))
MONDAY = datetime.min  # noqa: DTZ901 - clocks are the reader's, without their zone
# Of a time as both databases write it, in UTC: up to the minute.
WRITTEN, LETTERS = "%Y-%m-%d %H:%M", 16

ByKind = Mapping[str, int]  # labels by the kind's name


class Span(NamedTuple):
    """A minute, hour or day of a reader's clock, and the labels given in it.

    start: the reader's local time, without its zone. labels: less those taken back.
    """

    start: datetime
    width: timedelta
    labels: ByKind


def given_in(track: Track, zone: ZoneInfo) -> list[Span]:
    """Return when people gave labels in a track, by the zone's clock, in order.

    Spans without any are left out. Kept until one of these people labels again.
    """
    people = list(Judge.objects.people().filter(track=track))
    return unchanged(people, ("given", zone.key), lambda: _spans(people, zone))


def _spans(people: Sequence[Judge], zone: ZoneInfo) -> list[Span]:
    found = [
        (datetime.strptime(minute, WRITTEN).replace(tzinfo=UTC), kind, labels)
        for minute, kind, labels in _by_minute(people)
    ]
    local = [
        (at.astimezone(zone).replace(tzinfo=None), kind, labels)
        for at, kind, labels in found
    ]
    return _added_up(local)


def _by_minute(people: Sequence[Judge]) -> Iterable[tuple[str, str, int]]:
    """Yield minute, kind and labels: given where there was none, less taken back.

    Cut from the time as it is written: the functions that round a time call Python
    for every row on SQLite.
    """
    first, gone = Q(before="") & ~Q(after=""), ~Q(before="") & Q(after="")
    rows = Change.objects.filter(first | gone, judge__in=people).order_by()
    minute = Substr(Cast("at", CharField()), 1, LETTERS)
    labels = Count("pk", filter=first) - Count("pk", filter=gone)
    return rows.values_list(minute, "kind").annotate(labels=labels)


def _added_up(labels: Sequence[tuple[datetime, str, int]]) -> list[Span]:
    times = [at for at, _kind, _number in labels]
    width = _width(max(times) - min(times)) if times else DAY
    found: dict[datetime, Counter[str]] = defaultdict(Counter)
    for at, kind, number in labels:
        found[at - (at - MONDAY) % width][kind] += number
    return [Span(start, width, dict(found[start])) for start in sorted(found)]


def _width(whole: timedelta) -> timedelta:
    return next((width for most, width in WIDTHS if whole <= most), DAY)
