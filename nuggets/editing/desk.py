"""What the post-editing page shows of one allocation, with no sign of any judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from assess.kernel.order import order_key
from assess.models import Allocation, Judge
from assess.reading.labels import labels_of
from assess.relevance.kind import RELEVANCE
from nuggets.kernel.passages import Piece, mark_spans, mark_words
from nuggets.models import Bank, BankVersion, Listing, NuggetSource
from runs.models import Segment, Subnarrative, Topic


class SubnarrativeRow(NamedTuple):
    """A sub-narrative with the letter that chooses it and its number of nuggets."""

    uuid: UUID
    text: str
    letter: str
    nuggets: int


class SourceRow(NamedTuple):
    """A passage that a nugget came from: its number on this desk and its uuid."""

    number: int
    uuid: UUID


@dataclass(frozen=True)
class NuggetRow:
    """One nugget as listed; `number` from 1."""

    number: int
    pk: int
    uuid: UUID
    text: str
    importance: str
    subnarrative: str
    subnarrative_uuid: UUID | None
    sources: tuple[SourceRow, ...]
    above: str  # the text of the nugget above it, "" for the first


class Counts(NamedTuple):
    """What the header says of the list."""

    nuggets: int
    vital: int
    okay: int
    unset: int  # without importance
    unmapped: int  # without a sub-narrative
    bare: int  # sub-narratives without a nugget


class PassageRow(NamedTuple):
    """A passage in the assessor's own order, numbered from 1."""

    number: int
    pk: int
    uuid: UUID
    name: str


@dataclass(frozen=True)
class Desk:
    """One topic's list in one version, and the passages beside it."""

    work: Allocation
    bank: Bank
    version: BankVersion
    rows: tuple[NuggetRow, ...]
    subnarratives: tuple[SubnarrativeRow, ...]
    passages: tuple[PassageRow, ...]

    @property
    def topic(self) -> Topic:
        """Return the topic that is worked on."""
        return self.work.topic

    @property
    def url(self) -> str:
        """Return the address of the whole page."""
        return reverse("nuggets:edit", args=[self.work.uuid])

    @property
    def is_open(self) -> bool:
        """Say whether the list may still change."""
        return self.version.state == BankVersion.OPEN

    @property
    def counts(self) -> Counts:
        """Return the header's counts."""
        given = Counter(row.importance for row in self.rows)
        return Counts(
            nuggets=len(self.rows),
            vital=given["vital"],
            okay=given["okay"],
            unset=given[""],
            unmapped=sum(row.subnarrative_uuid is None for row in self.rows),
            bare=sum(not one.nuggets for one in self.subnarratives),
        )

    def row(self, uuid: UUID | None) -> NuggetRow | None:
        """Return a listed nugget, else the first one, else None."""
        first = self.rows[0] if self.rows else None
        return next((row for row in self.rows if row.uuid == uuid), first)

    def row_of(self, pk: int | None) -> NuggetRow | None:
        """Return a listed nugget by its row number, else None."""
        return next((row for row in self.rows if row.pk == pk), None)


@dataclass(frozen=True)
class Passage:
    """One passage, its pieces marked for a nugget, with its neighbours."""

    number: int
    total: int
    segment: Segment
    pieces: Sequence[Piece]
    before: PassageRow | None
    after: PassageRow | None


def latest_version(bank: Bank, topic: Topic) -> BankVersion | None:
    """Return a topic's newest version in a bank, open or frozen; None without any."""
    return (
        BankVersion.objects.filter(bank=bank, topic=topic).order_by("-number").first()
    )


def read_desk(work: Allocation, bank: Bank, version: BankVersion) -> Desk:
    """Read the list and its passages, in a number of queries that is always the same.

    `work` comes with its topic.
    """
    listings = list(
        Listing.objects.filter(version=version)
        .select_related("nugget", "subnarrative")
        .order_by("position", "pk")
    )
    found = NuggetSource.objects.filter(nugget__listings__version=version)
    sources = list(found.order_by("pk").values_list("nugget_id", "segment_id"))
    passages = _passages(work, bank, {segment for _nugget, segment in sources})
    numbers = {row.pk: SourceRow(row.number, row.uuid) for row in passages}
    by_nugget: dict[int, dict[SourceRow, None]] = {}
    for nugget, segment in sources:
        by_nugget.setdefault(nugget, {})[numbers[segment]] = None
    return Desk(
        work=work,
        bank=bank,
        version=version,
        rows=tuple(_rows(listings, by_nugget)),
        subnarratives=tuple(_subnarratives(work.topic, listings)),
        passages=passages,
    )


def _rows(
    listings: Sequence[Listing], sources: Mapping[int, Mapping[SourceRow, None]]
) -> Iterator[NuggetRow]:
    above = ""
    for number, listing in enumerate(listings, start=1):
        target = listing.subnarrative
        yield NuggetRow(
            number=number,
            pk=listing.nugget_id,
            uuid=listing.nugget.uuid,
            text=listing.nugget.text,
            importance=listing.importance,
            subnarrative=target.text if target else "",
            subnarrative_uuid=target.uuid if target else None,
            sources=tuple(sorted(sources.get(listing.nugget_id, ()))),
            above=above,
        )
        above = listing.nugget.text


def _subnarratives(
    topic: Topic, listings: Sequence[Listing]
) -> Iterator[SubnarrativeRow]:
    used = Counter(listing.subnarrative_id for listing in listings)
    live = Subnarrative.objects.live().filter(topic=topic)
    for place, one in enumerate(live):
        letter = ascii_lowercase[place] if place < len(ascii_lowercase) else ""
        yield SubnarrativeRow(one.uuid, one.text, letter, used[one.pk])


def _passages(
    work: Allocation, bank: Bank, sources: set[int]
) -> tuple[PassageRow, ...]:
    """Return the relevant passages and the nuggets' own, in an order of no meaning."""
    wanted = relevant_segments(bank.qrels_judge, work.topic) | sources
    fields = ("pk", "uuid", "title", "docid")
    found = Segment.objects.filter(track=work.track_id, pk__in=wanted)
    rows = sorted(
        found.values_list(*fields), key=lambda row: order_key(work.seed, row[1])
    )
    return tuple(
        PassageRow(number, pk, uuid, title or docid)
        for number, (pk, uuid, title, docid) in enumerate(rows, start=1)
    )


def relevant_segments(judge: Judge | None, topic: Topic) -> set[int]:
    """Return the segments that a judge found at least related (grade 1 or more)."""
    if judge is None:
        return set()
    labels = labels_of(judge, RELEVANCE, where=Q(topic=topic))
    return {segment for (_topic, segment), grade in labels.items() if int(grade) >= 1}


def read_passage(
    desk: Desk, row: NuggetRow | None, uuid: UUID | None = None
) -> Passage | None:
    """Read one of the desk's passages with a nugget's words marked.

    None for `uuid` takes the nugget's first source, else the first passage; the
    answer is None where the desk has no such passage.
    """
    if uuid is None and row and row.sources:
        uuid = row.sources[0].uuid
    place = next(
        (at for at, one in enumerate(desk.passages) if uuid in (None, one.uuid)), None
    )
    if place is None:
        return None
    segment = Segment.objects.get(pk=desk.passages[place].pk)
    after = desk.passages[place + 1 : place + 2]
    return Passage(
        number=place + 1,
        total=len(desk.passages),
        segment=segment,
        pieces=_pieces(segment, row),
        before=desk.passages[place - 1] if place else None,
        after=after[0] if after else None,
    )


def _pieces(segment: Segment, row: NuggetRow | None) -> list[Piece]:
    if row is None:
        return mark_spans(segment.text, [])
    spans = NuggetSource.objects.filter(nugget=row.pk, segment=segment)
    known = [
        (start, end)
        for start, end in spans.values_list("start", "end")
        if start is not None and end is not None
    ]
    if known:
        return mark_spans(segment.text, known)
    return mark_words(segment.text, row.text)
