"""The items of relevance: the segments of a pool, and the work on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, UUIDField
from django.db.models.functions import JSONObject
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.highlights import Span
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen
from assess.judging.skips import Names, names_in, skips_in
from assess.judging.test_items.results import known_answers
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.items import own_labels, people_among
from assess.judging.work.walk import Walk
from assess.kinds.relevance.kind import RELEVANCE, said_in
from assess.kinds.relevance.models import RelevanceLabel
from config.operations.readings import Reading, ask, together
from config.operations.statements import Given, JSONList
from runs.models import RankedList, Response, Segment, Subnarrative, Topic, Track
from runs.pools import (
    is_judged,
    judged_pool,
    judged_pools_reading,
    places_in,
    rule_of,
    with_text,
)

BATCH = 10_000  # segments in one statement


class PooledSegment(NamedTuple):
    """One segment to grade: its row number and its public id."""

    pk: int
    uuid: UUID


class GivenGrade(NamedTuple):
    """A label's current state: its grade, "" if un-judged, and its details."""

    value: str = ""
    version: int = 0
    ticks: tuple[str, ...] = ()
    note: str = ""
    highlights: tuple[Span, ...] = ()


NOTHING = GivenGrade()


@dataclass(frozen=True)
class RelevanceSheet(Walk[PooledSegment]):
    """The work of an allocation: segments in the assessor's order, and labels.

    Labels are by row number.
    """

    segments: tuple[PooledSegment, ...]
    labels: dict[int, GivenGrade]
    skipped: frozenset[str] = frozenset()

    @property
    def total(self) -> int:
        """Return the number of segments."""
        return len(self.items)

    @property
    def items(self) -> tuple[PooledSegment, ...]:
        """Return the segments in the assessor's order."""
        return self.segments

    def labels_of(self, item: PooledSegment) -> list[tuple[str, str]]:
        """Return the segment's public name and its grade."""
        return [(str(item.uuid), self.given(item).value)]

    def given(self, item: PooledSegment) -> GivenGrade:
        """Return the label of a segment, an empty one if there is none."""
        return self.labels.get(item.pk, NOTHING)

    def grades(self) -> list[tuple[int, PooledSegment, str, bool]]:
        """Return each segment with its place, from 1, its grade, and if skipped."""
        return [
            (place, item, self.given(item).value, bool(self.passed(item)))
            for place, item in enumerate(self.items, start=1)
        ]


def known_beside(
    allocations: Sequence[Allocation], pools: Mapping[int, Collection[int]]
) -> dict[int, set[int]]:
    """Return, by allocation, what its known judge graded outside the topic's pool.

    Only segments with a text, by row number: the others cannot be read. Empty for work
    without known answers.
    """
    tested = [work for work in allocations if work.known_id]
    if not tested:
        return {}
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for judge, answers in known_answers(RELEVANCE, tested).items():
        for topic, segment in answers:
            if segment not in pools.get(topic, ()):
                found[judge, topic].add(segment)
    texts = with_text(set().union(*found.values()))
    return {
        work.pk: found[work.known_id, work.topic_id] & texts.keys()
        for work in tested
        if work.known_id
    }


def docids_of(segments: Iterable[int]) -> dict[int, str]:
    """Return {row number: docid} of some segments, a batch per statement."""
    numbers = sorted(segments)
    found: dict[int, str] = {}
    for start in range(0, len(numbers), BATCH):
        some = Segment.objects.filter(pk__in=numbers[start : start + BATCH])
        found.update(some.values_list("pk", "docid"))
    return found


def read_sheet(allocation: Allocation) -> RelevanceSheet:
    """Return the current sheet of an allocation, with segments of late runs."""
    pool = judged_pool(allocation.topic, allocation.track)
    beside = known_beside([allocation], {allocation.topic_id: pool.keys()})
    pool |= with_text(beside.get(allocation.pk, ()))
    items = sorted(
        (PooledSegment(pk, uuid) for pk, uuid in pool.items()),
        key=lambda item: order_key(allocation.seed, item.uuid),
    )
    skipped = skipped_of(allocation)
    return RelevanceSheet(tuple(items), _labels(allocation), skipped)


def _labels(allocation: Allocation) -> dict[int, GivenGrade]:
    rows = own_labels(RELEVANCE, allocation)
    found = rows.values_list("segment", "value", "version", "details")
    return {
        segment: GivenGrade(value, version, **said_in(details))
        for segment, value, version, details in found
    }


def facts() -> dict[str, Any]:
    """Return the columns read with the work: the segment's places, the parts."""
    places = places_in(OuterRef(OuterRef("topic")))
    segment = Segment.objects.with_text().filter(
        uuid=Given("segment", UUIDField()), track=OuterRef("track")
    )
    parts = Subnarrative.objects.filter(topic=OuterRef("topic")).order_by()
    part = JSONObject(uuid="uuid", place="position", pk="pk")
    every = parts.values("topic").annotate(every=JSONList(part)).values("every")
    return {
        "found": Subquery(segment.values(state=JSONObject(pk="pk", **places))),
        "parts": Subquery(every),
    }


def is_held(
    allocation: Allocation, *, pk: int, cited: int | None, ranked: int | None
) -> bool:
    """Return whether a segment is in the work, given its places in the runs."""
    if is_judged(rule_of(allocation.track), cited, ranked):
        return True
    return pk in known_beside([allocation], {}).get(allocation.pk, set())


def relevance_progress(
    allocations: Sequence[Allocation],
) -> Reading[dict[int, Progress]]:
    """Return how far each relevance allocation is, by row number."""
    topics = {work.topic_id: _with_track(work) for work in allocations}
    people = people_among(allocations)
    graded = (
        RelevanceLabel.objects.filter(
            Q(topic__in=topics), judge__in=people.values("pk")
        )
        .exclude(value="")
        .order_by()
        .values_list("judge", "round", "repeat", RELEVANCE.topic)
        .annotate(segments=JSONList("segment"))
    )
    pools, (judges, labels, skips) = yield from together(
        judged_pools_reading(topics.values()),
        ask(people, graded, skips_in(allocations)),
    )
    beside = known_beside(allocations, pools)
    held = {
        work.pk: pools.get(work.topic_id, set()) | beside.get(work.pk, set())
        for work in allocations
    }
    whose = {judge: (track, user) for judge, track, user in judges}
    given = {
        (*whose[judge], *turn, topic): segments
        for judge, *turn, topic, segments in labels
    }
    skipped = yield from _skipped(names_in(skips), held)
    found = {}
    for work in allocations:
        turn = (work.round, work.repeat)
        key = (work.track_id, work.assessor_id, *turn, work.topic_id)
        done = len(held[work.pk].intersection(given.get(key, ())))
        total = len(held[work.pk])
        found[work.pk] = Progress(done, total, skipped=skipped[work.pk])
    return found


def _with_track(work: Allocation) -> Topic:
    topic = work.topic
    topic.track = work.track
    return topic


def _skipped(names: Names, held: Mapping[int, set[int]]) -> Reading[Counter[int]]:
    """Count the skipped segments that are still in the work, by allocation."""
    every = {name for found in names.values() for name in found}
    named = Segment.objects.filter(uuid__in=every).order_by()
    [rows] = yield [named.values_list("uuid", "pk")]
    segments = {str(uuid): pk for uuid, pk in rows}
    return Counter(
        {
            work: sum(segments.get(name) in held[work] for name in own)
            for work, own in names.items()
        }
    )


def topics_with_runs(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics for which a run has a response or a ranked list."""
    answers = Response.objects.visible().filter(topic=OuterRef("pk"))
    lists = RankedList.objects.visible().filter(topic=OuterRef("pk"))
    return Topic.objects.filter(Exists(answers) | Exists(lists), track=track)


SCREEN = screens.register(
    Screen(
        name=RELEVANCE.name,
        turn=50,
        title=RELEVANCE.title,
        verb="Grade segments",
        url_name="assess:relevance",
        progress=relevance_progress,
        topics=topics_with_runs,
    )
)


def find(work: Allocation, item: str) -> Spot:
    """Return one segment of the work, by its title."""
    sheet = read_sheet(work)
    found = sheet.find(uuid_in(item))
    title, docid = Segment.objects.values_list("title", "docid").get(pk=found.pk)
    place = sheet.place(found)
    return Spot(str(found.uuid), f"Segment {place}: “{title or docid}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one segment of a page."""
    return [find(work, str(page))]


def address(work: Allocation, item: str) -> str:
    """Return the URL of a segment's page."""
    return reverse("assess:relevance_item", args=[work.uuid, uuid_in(item)])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each segment."""
    return {item: reverse("runs:segment", args=[track.uuid, item]) for item in items}


SPOTS = spots.register(Spots(RELEVANCE.name, find, on_page, address, behind))
