"""The items of a relevance allocation: segments, their order and their labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import Q, QuerySet

from assess.actions.labels import Act, Outcome
from assess.kernel.highlights import NotInTheText, Span, merged
from assess.kernel.order import order_key
from assess.models import Allocation, Judge, RelevanceLabel
from assess.relevance.kind import RELEVANCE
from assess.relevance.known import known_beside
from assess.relevance.pool import is_judged, judged_pools
from assess.screens import Progress
from assess.threads.reading import skipped_in
from assess.work.actions import finish_if_done, label_item
from assess.work.recent import MOST, Recent
from assess.work.walk import BadDetail, NotInThisWork, Walk
from runs.models import Segment, Subnarrative


class Item(NamedTuple):
    """One segment to grade: its row number and its public id."""

    pk: int
    uuid: UUID


class Given(NamedTuple):
    """A label as it stands: its grade, "" where un-judged, and what goes with it."""

    value: str = ""
    version: int = 0
    ticks: tuple[str, ...] = ()
    note: str = ""
    highlights: tuple[Span, ...] = ()


NOTHING = Given()


class Said(NamedTuple):
    """What a person says beside the grade: sub-narratives covered, a note, spans."""

    ticks: tuple[UUID, ...] = ()
    note: str = ""
    highlights: tuple[Span, ...] = ()  # code points of the segment's text


@dataclass(frozen=True)
class Sheet(Walk[Item]):
    """All of an allocation: segments in the assessor's order, labels by row number."""

    segments: tuple[Item, ...]
    labels: dict[int, Given]
    skipped: frozenset[str] = frozenset()

    @property
    def total(self) -> int:
        """Return how many segments there are."""
        return len(self.items)

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the segments in the assessor's order."""
        return self.segments

    def labels_of(self, item: Item) -> list[tuple[str, str]]:
        """Return the segment's public name and its grade."""
        return [(str(item.uuid), self.given(item).value)]

    def given(self, item: Item) -> Given:
        """Return the label of a segment, an empty one where there is none."""
        return self.labels.get(item.pk, NOTHING)

    def grades(self) -> list[tuple[int, Item, str, bool]]:
        """Return each segment with its place, from 1, its grade, and if skipped."""
        return [
            (place, item, self.given(item).value, bool(self.passed(item)))
            for place, item in enumerate(self.items, start=1)
        ]


def read_sheet(allocation: Allocation) -> Sheet:
    """Return what an allocation holds now: segments of late runs included."""
    pools = judged_pools([allocation.topic])
    pool = pools.get(allocation.topic_id, set())
    pool = pool | known_beside([allocation], pools).get(allocation.pk, set())
    rows = Segment.objects.filter(pk__in=pool).values_list("pk", "uuid")
    items = sorted(
        (Item(pk, uuid) for pk, uuid in rows),
        key=lambda item: order_key(allocation.seed, item.uuid),
    )
    labels = {label.segment_id: _given(label) for label in _own_labels(allocation)}
    skipped = frozenset(skipped_in([allocation])[allocation.pk])
    return Sheet(tuple(items), labels, skipped)


def _own_labels(allocation: Allocation) -> QuerySet[RelevanceLabel]:
    """Return the labels of the allocation's assessor, never a machine's."""
    rows = RelevanceLabel.objects.filter(
        judge__kind=Judge.PERSON,
        judge__track=allocation.track,
        judge__user=allocation.assessor,
        topic=allocation.topic,
        round=allocation.round,
    )
    return cast("QuerySet[RelevanceLabel]", rows)


def _given(label: RelevanceLabel) -> Given:
    return Given(label.value, label.version, **said_in(label.details))


def said_in(details: dict[str, Any]) -> dict[str, Any]:
    """Return the ticks, the note and the highlights that a label's details hold."""
    return {
        "ticks": tuple(details.get("ticks", ())),
        "note": details.get("note", ""),
        "highlights": tuple(
            (start, end) for start, end in details.get("highlights", ())
        ),
    }


def recent_labels(allocation: Allocation, sheet: Sheet) -> list[Recent]:
    """Return the last labels given and still in the work, the latest first."""
    rows = (
        _own_labels(allocation)
        .exclude(value="")
        .filter(segment__in=[item.pk for item in sheet.items])
        .select_related("segment")
        .defer("segment__text")
        .order_by("-at", "-pk")
    )
    places = {item.pk: place for place, item in enumerate(sheet.items, start=1)}
    return [
        Recent(
            item=str(label.segment.uuid),
            page=label.segment.uuid,
            words=label.segment.title or label.segment.docid,
            place=places[label.segment_id],
            value=label.value,
        )
        for label in rows[:MOST]
    ]


def relevance_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each relevance allocation is, by row number."""
    topics = {work.topic_id: work.topic for work in allocations}
    pools = judged_pools(topics.values())
    beside = known_beside(allocations, pools)
    done = _done(allocations, pools, beside)
    held = {
        work.pk: pools.get(work.topic_id, set()) | beside.get(work.pk, set())
        for work in allocations
    }
    skipped = _skipped(allocations, held)
    return {
        pk: Progress(done[pk], len(own), skipped=skipped[pk])
        for pk, own in held.items()
    }


def _skipped(
    allocations: Sequence[Allocation], held: dict[int, set[int]]
) -> Counter[int]:
    """Count the skipped segments that the work still holds, by allocation."""
    names = skipped_in(allocations)
    every = {name for found in names.values() for name in found}
    if not every:
        return Counter()
    rows = Segment.objects.filter(uuid__in=every).values_list("uuid", "pk")
    segments = {str(uuid): pk for uuid, pk in rows}
    return Counter(
        {
            work: sum(segments.get(name) in held[work] for name in own)
            for work, own in names.items()
        }
    )


def _done(
    allocations: Sequence[Allocation],
    pools: dict[int, set[int]],
    beside: dict[int, set[int]],
) -> Counter[int]:
    """Count the segments graded, in the pool and beside it, by allocation."""
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    judges = {
        pk: (track, user)
        for pk, track, user in people.values_list("pk", "track", "user")
    }
    topics = {work.topic_id for work in allocations}
    rows = (
        RelevanceLabel.objects.filter(Q(topic__in=topics), judge__in=list(judges))
        .exclude(value="")
        .order_by()
        .values_list("judge", "round", *RELEVANCE.columns)
    )
    pooled: Counter[tuple[int, int, int, int]] = Counter()
    others: dict[tuple[int, int, int, int], set[int]] = defaultdict(set)
    for judge, turn, topic, segment in rows.iterator(chunk_size=20_000):
        if segment in pools.get(topic, ()):
            pooled[(*judges[judge], turn, topic)] += 1
        elif beside:
            others[(*judges[judge], turn, topic)].add(segment)
    keys = {
        work.pk: (work.track_id, work.assessor_id, work.round, work.topic_id)
        for work in allocations
    }
    return Counter(
        {
            pk: pooled[key] + len(others[key] & beside.get(pk, set()))
            for pk, key in keys.items()
        }
    )


def parts_of(allocation: Allocation) -> list[Subnarrative]:
    """Return the sub-narratives to tick, none where the track grades without."""
    if not allocation.track.profile.relevance.with_subnarratives:
        return []
    return list(Subnarrative.objects.live().filter(topic=allocation.topic))


def label_relevance(
    allocation: Allocation,
    *,
    segment: UUID,
    value: str,
    said: Said,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one grade of an allocation, as its assessor.

    Ticks, note and highlights replace those before; with the grade "" they are kept
    while nothing is decided. Raise NotInThisWork for a segment that the allocation
    does not hold, BadDetail for a foreign tick or words that the segment does not
    have, StaleLabel and NotOnTheScale as `give_label` does.
    """
    found = Segment.objects.filter(uuid=segment).first()
    if not (found and _is_held(allocation, found)):
        raise NotInThisWork
    return label_item(
        allocation,
        RELEVANCE,
        (allocation.topic_id, found.pk),
        value,
        name=str(found.uuid),
        act=replace(act, details=_details(allocation, found, said)),
        now=now,
    )


def _is_held(allocation: Allocation, segment: Segment) -> bool:
    if is_judged(segment, allocation.topic, allocation.track):
        return True
    return segment.pk in known_beside([allocation], {}).get(allocation.pk, set())


def _details(allocation: Allocation, segment: Segment, said: Said) -> dict[str, Any]:
    """Return what a label keeps besides its grade, in the sub-narratives' order."""
    details: dict[str, Any] = {}
    if allocation.track.profile.relevance.with_subnarratives:
        details["ticks"] = _ticks(allocation, set(said.ticks))
    if said.note:
        details["note"] = said.note
    if said.highlights:
        details["highlights"] = _highlights(segment, said.highlights)
    return details


def _highlights(segment: Segment, spans: Sequence[Span]) -> list[Span]:
    try:
        return merged(spans, length=len(segment.text))
    except NotInTheText as error:
        raise BadDetail("highlights", "The segment has no such words.") from error


def _ticks(allocation: Allocation, ticks: Collection[UUID]) -> list[str]:
    parts = Subnarrative.objects.filter(topic=allocation.topic, uuid__in=ticks)
    found = list(parts.order_by("position", "pk").values_list("uuid", flat=True))
    if set(found) != set(ticks):
        raise BadDetail("ticks", "No such sub-narrative.")
    return [str(uuid) for uuid in found]


def finish_relevance(allocation: Allocation, *, now: datetime) -> Progress:
    """Finish an allocation in which nothing is left; return how far it is."""
    return finish_if_done(allocation, relevance_progress, now=now)
