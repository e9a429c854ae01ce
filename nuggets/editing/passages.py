"""The passages next to a list: their order, groups and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast
from uuid import UUID

from django.db.models import Q, QuerySet

from assess.judging.kernel.order import order_key
from assess.judging.labels.overlap import number_of
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.kernel.passages import PassagePiece, cut, word_spans
from nuggets.models import Bank, NuggetSource
from runs.models import Segment, Subnarrative, Topic

LISTED = 1_000  # passages in the list of all


class PassageRow(NamedTuple):
    """A passage in the assessor's own order, numbered from 1.

    `parts` are the sub-narratives that the assessor found in it, in their order.
    """

    number: int
    pk: int
    uuid: UUID
    name: str
    parts: tuple[str, ...] = ()
    docid: str = ""


class PassageGroup(NamedTuple):
    """The passages of one sub-narrative; "" for those that have none.

    `more` of them are not listed; the keys for the next and the last passage reach
    them.
    """

    title: str
    passages: list[PassageRow]
    more: int


@dataclass(frozen=True)
class Passage:
    """One passage in pieces, with a nugget's words marked, and its neighbours."""

    row: PassageRow
    total: int
    segment: Segment
    parts: Sequence[PassagePiece]
    before: PassageRow | None
    after: PassageRow | None


def list_passages(
    work: Allocation,
    bank: Bank,
    sources: set[int],
    subnarratives: Sequence[Subnarrative],
) -> tuple[PassageRow, ...]:
    """Return the relevant passages and the nuggets' sources.

    Those in which the assessor ticked sub-narratives come first, by these; otherwise
    the order has no meaning. Other people's ticks and grades are never shown.
    """
    wanted = related_segments(bank.qrels_judge, work.topic) | sources
    texts = {str(one.uuid): one.text for one in subnarratives}
    places = {text: place for place, text in enumerate(texts.values())}
    ticked = _own_ticks(work)
    found = []
    rows = Segment.objects.filter(track=work.track_id, pk__in=wanted)
    for pk, uuid, title, docid in rows.values_list("pk", "uuid", "title", "docid"):
        ticks = ticked.get(pk, ())
        parts = tuple(text for name, text in texts.items() if name in ticks)
        found.append(PassageRow(0, pk, uuid, title or docid, parts, docid))
    found.sort(
        key=lambda row: (
            places[row.parts[0]] if row.parts else len(places),
            order_key(work.seed, row.uuid),
        )
    )
    return tuple(row._replace(number=at) for at, row in enumerate(found, start=1))


def _own_ticks(work: Allocation) -> dict[int, Sequence[str]]:
    """Return the sub-narratives, by name, that the assessor ticked in each segment."""
    rows = RelevanceLabel.objects.given().filter(
        judge__kind=Judge.PERSON,
        judge__track=work.track_id,
        judge__user=work.assessor_id,
    )
    own = cast("QuerySet[RelevanceLabel]", rows).filter(topic=work.topic_id)
    ticks = own.order_by("round", "repeat").values_list("segment_id", "details")
    return {segment: details.get("ticks", ()) for segment, details in ticks}


def related_segments(judge: Judge | None, topic: Topic) -> set[int]:
    """Return the segments that a judge found at least related (grade 1 or more)."""
    if judge is None:
        return set()
    return {segment for _topic, segment in related_pairs(judge, Q(topic=topic))}


def related_pairs(judge: Judge, where: Q) -> set[tuple[int, ...]]:
    """Return (topic, segment) if a judge's grade is 1 or more, by row numbers."""
    grades = labels_of(judge, RELEVANCE, where=where)
    return {pair for pair, grade in grades.items() if (number_of(grade) or 0) >= 1}


def grouped(
    passages: Sequence[PassageRow], titles: Sequence[str]
) -> list[PassageGroup]:
    """Return the passages by sub-narrative, repeated under each of several.

    The groups contain at most LISTED passages.
    """
    groups: dict[str, list[PassageRow]] = {title: [] for title in (*titles, "")}
    for row in passages:
        for title in row.parts or ("",):
            groups[title].append(row)
    found, room = [], LISTED
    for title, rows in groups.items():
        if rows:
            found.append(PassageGroup(title, rows[:room], len(rows[room:])))
            room -= len(rows[:room])
    return found


def read_passage(
    passages: Sequence[PassageRow],
    uuid: UUID | None = None,
    *,
    nugget: int | None = None,
    words: str = "",
) -> Passage | None:
    """Return one of the passages, the first for None, with a nugget's words marked.

    None if there is no such passage.
    """
    places = (at for at, one in enumerate(passages) if uuid in (None, one.uuid))
    place = next(places, None)
    if place is None:
        return None
    segment = Segment.objects.get(pk=passages[place].pk)
    marks = _known_spans(segment, nugget) or word_spans(segment.text, words)
    after = passages[place + 1 : place + 2]
    return Passage(
        row=passages[place],
        total=len(passages),
        segment=segment,
        parts=cut(segment.text, marks),
        before=passages[place - 1] if place else None,
        after=after[0] if after else None,
    )


def _known_spans(segment: Segment, nugget: int | None) -> list[tuple[int, int]]:
    found = NuggetSource.objects.filter(nugget=nugget, segment=segment)
    return [
        (start, end)
        for start, end in found.values_list("start", "end")
        if start is not None and end is not None
    ]
