"""Which segments of a topic are judged: those that runs cite, or rank high enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Func, IntegerField, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.sql.compiler import SQLCompiler

from config.operations.readings import Reading, read
from runs.kernel.profile import CitationsJudged
from runs.models import (
    Citation,
    RankedList,
    Response,
    Segment,
    Topic,
    Track,
    is_judged_place,
    judged_places,
)

Pool = dict[int, set[int]]  # topic → segments, by row numbers

CHUNK = 10_000  # row numbers in one statement


class Rule(NamedTuple):
    """The depth of a pool: which citations of a sentence, which ranks of a list."""

    citations: CitationsJudged
    depth: int


def rule_of(track: Track) -> Rule:
    """Return the rule of a track's profile; its adaptive settings are ignored."""
    profile = track.profile
    return Rule(profile.responses.citations_judged, profile.pool.depth)


def pooled(rules: Mapping[int, Rule]) -> Pool:
    """Return the segments that visible runs cite or rank, by topic's row number.

    Labels have no influence: a pool is the same for all states of judging.
    """
    return read(pool_reading(rules))


def pool_reading(rules: Mapping[int, Rule]) -> Reading[Pool]:
    """Return the segments that visible runs cite or rank, by topic's row number."""
    pool: Pool = defaultdict(set)
    if not rules:
        return pool
    columns = _citations(rules).values_list("sentence__response__topic", "segment")
    cited, ranked = yield [columns.distinct(), _lists(rules)]
    for topic, segment in cited:
        pool[topic].add(segment)
    for topic, segments in ranked:
        pool[topic].update(segments[: rules[topic].depth])
    return pool


def _citations(rules: Mapping[int, Rule]) -> QuerySet[Citation]:
    by_rule: dict[CitationsJudged, list[int]] = defaultdict(list)
    for topic, rule in rules.items():
        by_rule[rule.citations].append(topic)
    wanted = Q()
    for judged, topics in by_rule.items():
        wanted |= Q(sentence__response__topic__in=topics) & judged_places(judged)
    responses = Response.objects.visible().filter(topic__in=list(rules))
    cited = Citation.objects.filter(wanted, sentence__response__in=responses)
    return cited.order_by()


def _lists(rules: Mapping[int, Rule]) -> QuerySet[RankedList, Any]:
    lists = RankedList.objects.visible().filter(
        topic__in=list(rules), run__is_reference=False
    )
    return lists.order_by().values_list("topic", "segment_ids")


def judged_pools(topics: Iterable[Topic]) -> Pool:
    """Return the judged segments of each topic: its pool, if they have a text."""
    return read(judged_pools_reading(topics))


def judged_pools_reading(topics: Iterable[Topic]) -> Reading[Pool]:
    """Return the judged segments of each topic: its pool, if they have a text.

    The topics' tracks should be prefetched.
    """
    every = list(topics)
    of_tracks = {track.pk: rule_of(track) for track in {topic.track for topic in every}}
    pool = yield from pool_reading(
        {topic.pk: of_tracks[topic.track_id] for topic in every}
    )
    found = yield from _texts(set().union(*pool.values()), "pk")
    texts = {number for (number,) in found}
    return {topic: segments & texts for topic, segments in pool.items()}


def judged_pool(topic: Topic, track: Track) -> dict[int, UUID]:
    """Return the judged segments of one topic, row numbers with public ids."""
    rules = {topic.pk: rule_of(track)}
    listed = (segments[: rules[topic.pk].depth] for _, segments in _lists(rules))
    ranked = sorted(set().union(*listed))
    cited = _citations(rules).values("segment")
    texts = Segment.objects.with_text().order_by().values_list("pk", "uuid")
    first = texts.filter(pk__in=ranked[:CHUNK])
    return dict(texts.filter(pk__in=cited).union(first)) | with_text(ranked[CHUNK:])


class RankIn(Func):
    """A segment's best rank in a list of row numbers, from 0; null if it has none.

    The two databases have no common function that searches a JSON list.
    """

    arity = 2
    output_field = IntegerField()

    def as_postgresql(
        self, compiler: SQLCompiler, *_how: object, **_more: object
    ) -> tuple[str, list[Any]]:
        """Search only lists that contain the segment, which an index finds fast."""
        return self._filled(
            compiler,
            "CASE WHEN {ids} @> TO_JSONB({one}) THEN (SELECT MIN(place) - 1 FROM"
            " JSONB_ARRAY_ELEMENTS({ids}) WITH ORDINALITY AS ranks(id, place)"
            " WHERE id = TO_JSONB({one})) END",
        )

    def as_sqlite(
        self, compiler: SQLCompiler, *_how: object, **_more: object
    ) -> tuple[str, list[Any]]:
        """Search the list from the start."""
        return self._filled(
            compiler, "(SELECT MIN(key) FROM JSON_EACH({ids}) WHERE value = {one})"
        )

    def _filled(self, compiler: SQLCompiler, sql: str) -> tuple[str, list[Any]]:
        """Insert both columns; neither has parameters."""
        ids, one = (compiler.compile(each)[0] for each in self.get_source_expressions())
        return sql.format(ids=ids, one=one), []


def places_in(topic: Any) -> dict[str, Any]:  # noqa: ANN401 - a column too
    """Return columns of a segment: its best places in citations and ranks, from 0.

    Of visible runs. topic: a row number, or the outer column that contains it, from
    within two queries.
    """
    cited = Citation.objects.filter(
        segment=OuterRef("pk"),
        sentence__response__in=Response.objects.visible().values("pk"),
        sentence__response__topic=topic,
    )
    lists = RankedList.objects.visible().filter(topic=topic).order_by().values("topic")
    best = lists.annotate(best=Min(RankIn("segment_ids", OuterRef("pk"))))
    return {
        "cited": Subquery(cited.order_by("position").values("position")[:1]),
        "ranked": Subquery(best.values("best")),
    }


def is_judged(rule: Rule, cited: int | None, ranked: int | None) -> bool:
    """Return whether a segment with a text is judged, given its best places."""
    if cited is not None and is_judged_place(cited, rule.citations):
        return True
    return ranked is not None and ranked < rule.depth


def with_text(segments: Collection[int]) -> dict[int, UUID]:
    """Return which of some segments have a text, row numbers with public ids."""
    return dict(read(_texts(segments, "pk", "uuid")))


def _texts(segments: Collection[int], *fields: str) -> Reading[list[Any]]:
    """Return fields of those of some segments that have a text."""
    numbers = sorted(segments)
    found: list[Any] = []
    for start in range(0, len(numbers), CHUNK):
        chunk = numbers[start : start + CHUNK]
        texts = Segment.objects.with_text().filter(pk__in=chunk).order_by()
        [rows] = yield [texts.values_list(*fields)]
        found.extend(rows)
    return found
