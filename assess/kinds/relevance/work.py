"""The items of a relevance allocation: segments, their order and their labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import QuerySet

from assess.judging.kernel.highlights import Span
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Judge
from assess.judging.threads.listing import skipped_of
from assess.judging.work.recent import MOST, Recent, last_given, said_before
from assess.judging.work.walk import Walk
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.relevance.test_items import known_beside
from runs.models import Subnarrative
from runs.pools import judged_pool, with_text


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
    pool = judged_pool(allocation.topic, allocation.track)
    beside = known_beside([allocation], {allocation.topic_id: pool.keys()})
    pool |= with_text(beside.get(allocation.pk, ()))
    items = sorted(
        (Item(pk, uuid) for pk, uuid in pool.items()),
        key=lambda item: order_key(allocation.seed, item.uuid),
    )
    skipped = skipped_of(allocation)
    return Sheet(tuple(items), _labels(allocation), skipped)


def _labels(allocation: Allocation) -> dict[int, Given]:
    rows = _own_labels(allocation)
    found = rows.values_list("segment", "value", "version", "details")
    return {
        segment: Given(value, version, **said_in(details))
        for segment, value, version, details in found
    }


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
    here = _own_labels(allocation).filter(segment__in=[item.pk for item in sheet.items])
    rows = last_given(
        here.select_related("segment").defer("segment__text"), RELEVANCE, allocation
    )
    places = {item.pk: place for place, item in enumerate(sheet.items, start=1)}
    return [
        Recent(
            item=str(label.segment.uuid),
            page=label.segment.uuid,
            words=label.segment.title or label.segment.docid,
            place=places[label.segment_id],
            value=label.value,
            version=label.version,
            before=_before(label),
            active_ms=label.active_ms,
        )
        for label in rows[:MOST]
    ]


def _before(label: Any) -> dict[str, Any] | None:  # noqa: ANN401 - with what is annotated
    value = said_before(label.value_before)
    return value and value | said_in(label.details_before or {})


def parts_of(allocation: Allocation) -> list[Subnarrative]:
    """Return the sub-narratives to tick, none where the track grades without."""
    if not allocation.track.profile.relevance.with_subnarratives:
        return []
    return list(Subnarrative.objects.live().filter(topic=allocation.topic))
