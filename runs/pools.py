"""Which segments of a topic are judged: those that runs cite, or rank high enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from runs.kernel.profile import CitationsJudged
from runs.models import (
    Citation,
    RankedList,
    Response,
    Segment,
    Topic,
    Track,
    judged_places,
)

Pool = dict[int, set[int]]  # topic → segments, by row numbers

CHUNK = 10_000  # row numbers that one statement asks for


class Rule(NamedTuple):
    """How deep a pool goes: which citations of a sentence, which ranks of a list."""

    citations: CitationsJudged
    depth: int


def rule_of(track: Track) -> Rule:
    """Return the rule of a track's profile; what it says of adapting is left aside."""
    profile = track.profile
    return Rule(profile.responses.citations_judged, profile.pool.depth)


def pooled(rules: Mapping[int, Rule]) -> Pool:
    """Return the segments that visible runs cite or rank, by topic's row number.

    Labels have no say: a pool is the same whoever has judged what.
    """
    pool: Pool = defaultdict(set)
    for rows in (_cited(rules), _ranked(rules)):
        for topic, segment in rows:
            pool[topic].add(segment)
    return pool


def _cited(rules: Mapping[int, Rule]) -> Iterator[tuple[int, int]]:
    if not rules:
        return
    by_rule: dict[CitationsJudged, list[int]] = defaultdict(list)
    for topic, rule in rules.items():
        by_rule[rule.citations].append(topic)
    wanted = Q()
    for judged, topics in by_rule.items():
        wanted |= Q(sentence__response__topic__in=topics) & judged_places(judged)
    responses = Response.objects.visible().filter(topic__in=list(rules))
    cited = Citation.objects.filter(wanted, sentence__response__in=responses)
    columns = cited.order_by().values_list("sentence__response__topic", "segment")
    yield from columns.distinct().iterator(chunk_size=20_000)


def _ranked(rules: Mapping[int, Rule]) -> Iterator[tuple[int, int]]:
    lists = RankedList.objects.visible().filter(topic__in=list(rules))
    rows = lists.values_list("topic", "segment_ids")
    for topic, segments in rows.iterator(chunk_size=1_000):
        for segment in segments[: rules[topic].depth]:
            yield topic, segment


def judged_pools(topics: Iterable[Topic]) -> Pool:
    """Return what people judge of each topic: its pool, as far as there is text."""
    of_topics = {topic.pk: topic.track_id for topic in topics}
    tracks = Track.objects.in_bulk(set(of_topics.values()))
    of_tracks = {pk: rule_of(track) for pk, track in tracks.items()}
    pool = pooled({topic: of_tracks[track] for topic, track in of_topics.items()})
    texts = with_text(set().union(*pool.values()))
    return {topic: segments & texts.keys() for topic, segments in pool.items()}


def judged_pool(topic: Topic, track: Track) -> dict[int, UUID]:
    """Return what people judge of one topic, row numbers with public ids."""
    return with_text(pooled({topic.pk: rule_of(track)})[topic.pk])


def is_judged(segment: Segment, topic: Topic, track: Track) -> bool:
    """Say whether people judge a segment on a topic, without reading the whole pool."""
    if segment.track_id != track.pk or not segment.text:
        return False
    rule = rule_of(track)
    responses = Response.objects.visible().for_topic(topic)
    cited = Citation.objects.filter(
        judged_places(rule.citations), segment=segment, sentence__response__in=responses
    )
    if cited.exists():
        return True
    return any(ranked == segment.pk for _, ranked in _ranked({topic.pk: rule}))


def with_text(segments: Collection[int]) -> dict[int, UUID]:
    """Return which of some segments have a text, row numbers with public ids."""
    numbers = sorted(segments)
    found: dict[int, UUID] = {}
    for start in range(0, len(numbers), CHUNK):
        chunk = numbers[start : start + CHUNK]
        rows = Segment.objects.with_text().filter(pk__in=chunk)
        found.update(rows.values_list("pk", "uuid"))
    return found
