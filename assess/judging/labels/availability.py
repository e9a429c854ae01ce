"""Filters of labels on available rows and on rows that are put away."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from assess.judging.kinds import Kind, kinds_of
from assess.judging.models import Judge
from assess.judging.models.labels import Label
from runs.models import Response, Topic, Track


def at_hand(kind: Kind, track: Track) -> Q:
    """Return the filter that excludes labels on rows that are put away, or replaced.

    In a track without such rows, it costs no query.
    """
    return ~away(kind, track) if track.revision else Q()


def counted_labels(kind: Kind, track: Track) -> QuerySet[Label]:
    """Return a kind's labels that count in a track: with a value, on available rows.

    Repeats do not count. These are labels of any track's judge: callers filter on the
    judges they need.
    """
    return kind.model.objects.given().filter(at_hand(kind, track), repeat=0)


def away(kind: Kind, track: Track) -> Q:
    """Return the filter of a track's labels on rows that are put away, or replaced."""
    more = kind.also_away(track) if kind.also_away else Q()
    if kind.responses:
        return kind.hanging_on(Response.objects.away_in(track).values("pk")) | more
    topics = Topic.everything.put_away().filter(track=track).values("pk")
    return Q(**{f"{kind.topic}__in": topics}) | more


def at_hand_in(kind: Kind, tracks: Iterable[Track]) -> Q:
    """Return the filter of `at_hand` for labels of several tracks."""
    found = Q()
    for track in {track.pk: track for track in tracks}.values():
        found &= at_hand(kind, track)
    return found


def labels_away(track: Track) -> list[tuple[Kind, int]]:
    """Return how many given labels of each kind count in no total, without zeros."""
    if not track.revision:
        return []
    gone = Judge.everything.put_away().filter(track=track).values("pk")
    every = Judge.everything.visible().filter(track=track).values("pk")
    counts = (
        (
            kind,
            kind.model.objects.given()
            .filter(away(kind, track) | Q(judge__in=gone), judge__in=every)
            .count(),
        )
        for kind in kinds_of(track)
    )
    return [(kind, number) for kind, number in counts if number]
