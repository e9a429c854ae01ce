"""People's labels over time, summed by minute, hour or day."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import CharField, Count, Q
from django.db.models.functions import Cast, Substr

from assess.analysis.memo import computed
from assess.judging.kinds import kinds_of
from assess.judging.labels.availability import away
from assess.judging.labels.cache import LATE, latest_change
from assess.judging.models import Change, Judge
from runs.models import Track

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# The longest duration of the labels for each width of a span.
WIDTHS = ((timedelta(hours=2), MINUTE), (timedelta(days=2), HOUR))
MONDAY = datetime.min  # noqa: DTZ901 - clocks are the reader's, without their zone
LETTERS = 16  # of a time as both databases write it, in UTC: up to the minute

ByKind = Mapping[str, int]  # labels by the kind's name


class Span(NamedTuple):
    """A minute, hour or day of a reader's clock, and the labels given in it.

    start: the reader's local time, without its zone. labels: minus those taken back.
    """

    start: datetime
    width: timedelta
    labels: ByKind


def given_in(track: Track, zone: ZoneInfo) -> list[Span]:
    """Return when people gave labels in a track, by the zone's clock, in order.

    Spans without labels are omitted, and so are labels on rows that are put away. The
    counts of long past spans are cached, the rest is counted again.
    """
    people = list(Judge.objects.people().filter(track=track))
    past = (latest_change() - LATE) // LATE * LATE
    recent = _by_minute(track, people, zone, Q(pk__gt=past))
    return _added_up([*_long_past(track, people, zone, past), *recent])


def _long_past(
    track: Track, people: Sequence[Judge], zone: ZoneInfo, past: int
) -> list[Span]:
    """Return the spans of changes up to a number; later changes have higher numbers."""
    if past <= 0:
        return []
    uuids = sorted(judge.uuid for judge in people)
    return computed(
        "labels-over-time",
        (uuids, track.revision, zone.key, past),
        make=lambda _random: _added_up(
            list(_by_minute(track, people, zone, Q(pk__lte=past)))
        ),
    )


def _on_what_is_at_hand(track: Track) -> Q:
    """Return the filter of changes that excludes labels on rows that are put away."""
    kept = Q()
    for kind in kinds_of(track) if track.revision else ():
        gone = kind.model.objects.filter(away(kind, track), judge__track=track)
        kept &= ~Q(kind=kind.name, label_id__in=gone.values("pk"))
    return kept


def _by_minute(
    track: Track, people: Sequence[Judge], zone: ZoneInfo, which: Q
) -> Iterator[Span]:
    """Yield each minute's labels of a kind: first given, minus those taken back.

    The minute is cut from the text of the time, because Django's functions that round a
    time call Python for every row on SQLite.
    """
    first, gone = Q(before="") & ~Q(after=""), ~Q(before="") & Q(after="")
    counting = _on_what_is_at_hand(track) & (first | gone)
    rows = Change.objects.filter(which, counting, judge__in=people).order_by()
    minute = Substr(Cast("at", CharField()), 1, LETTERS)
    labels = Count("pk", filter=first) - Count("pk", filter=gone)
    for written, kind, number in rows.values_list(minute, "kind").annotate(n=labels):
        at = datetime.fromisoformat(written).replace(tzinfo=UTC).astimezone(zone)
        yield Span(at.replace(tzinfo=None), MINUTE, {kind: number})


def _added_up(spans: Sequence[Span]) -> list[Span]:
    """Return spans of one width, at least as wide as the given ones."""
    if not spans:
        return []
    times = [span.start for span in spans]
    width = max(_width(max(times) - min(times)), *(span.width for span in spans))
    found: dict[datetime, Counter[str]] = defaultdict(Counter)
    for span in spans:
        found[span.start - (span.start - MONDAY) % width].update(span.labels)
    return [Span(start, width, dict(found[start])) for start in sorted(found)]


def _width(whole: timedelta) -> timedelta:
    return next((width for most, width in WIDTHS if whole <= most), DAY)
