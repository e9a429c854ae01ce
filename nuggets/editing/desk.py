"""The post-editing page of one allocation, without a sign of any judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation, Thread
from nuggets.editing.items import threads_on
from nuggets.editing.passages import PassageGroup, PassageRow, grouped, list_passages
from nuggets.kernel.near_duplicates import Alike, alike_rows
from nuggets.models import Bank, BankVersion, Listing, NuggetSource
from runs.models import Subnarrative, Topic


class SubnarrativeRow(NamedTuple):
    """A sub-narrative with the letter that selects it and its number of nuggets."""

    uuid: UUID
    text: str
    letter: str
    nuggets: int


class SourceRow(NamedTuple):
    """A source passage of a nugget: its number on this desk and its uuid."""

    number: int
    uuid: UUID


@dataclass(frozen=True)
class NuggetRow:
    """One listed nugget; `number` from 1."""

    number: int
    pk: int
    uuid: UUID
    text: str
    importance: str
    subnarrative: str
    subnarrative_uuid: UUID | None
    letter: str  # of the sub-narrative, "" for none
    sources: tuple[SourceRow, ...]
    alike: Alike


class Counts(NamedTuple):
    """The counts in the header of the list."""

    nuggets: int
    vital: int
    okay: int
    unset: int  # without importance
    unmapped: int  # without a sub-narrative
    bare: int  # sub-narratives without a nugget
    first_unset: UUID | None  # the first nugget without importance
    first_unmapped: UUID | None
    first_bare: UUID | None  # the first sub-narrative without a nugget


@dataclass(frozen=True)
class Desk:
    """One topic's list in one version, and the passages next to it."""

    work: Allocation
    bank: Bank
    version: BankVersion
    rows: tuple[NuggetRow, ...]
    subnarratives: tuple[SubnarrativeRow, ...]
    passages: tuple[PassageRow, ...]

    @property
    def topic(self) -> Topic:
        """Return the topic of the work."""
        return self.work.topic

    @property
    def url(self) -> str:
        """Return the URL of the whole page."""
        return reverse("nuggets:edit", args=[self.work.uuid])

    @property
    def api(self) -> str:
        """Return the URL at which scripts send edits."""
        return reverse("api:nuggets", args=[self.work.uuid])

    @property
    def is_open(self) -> bool:
        """Return whether the person may change the list: not another's, after them."""
        return self.version.state == BankVersion.OPEN and not self.work.finished_at

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
            first_unset=self._first(lambda row: not row.importance),
            first_unmapped=self._first(lambda row: row.subnarrative_uuid is None),
            first_bare=next(
                (s.uuid for s in self.subnarratives if not s.nuggets), None
            ),
        )

    def _first(self, wanted: Callable[[NuggetRow], bool]) -> UUID | None:
        return next((row.uuid for row in self.rows if wanted(row)), None)

    @property
    def groups(self) -> list[PassageGroup]:
        """Return the passages by the sub-narratives that the assessor ticked."""
        titles = [one.text for one in self.subnarratives]
        return grouped(self.passages, titles)

    @property
    def threads(self) -> list[Thread]:
        """Return the threads about the nuggets."""
        return threads_on(self.work, self.version)

    def row_of(self, pk: int | None) -> NuggetRow | None:
        """Return a listed nugget by its row number, else None."""
        return next((row for row in self.rows if row.pk == pk), None)


def read_desk(work: Allocation, bank: Bank, version: BankVersion) -> Desk:
    """Read the list and its passages, in a fixed number of queries.

    `work` has its topic prefetched.
    """
    listings = list(
        Listing.objects.filter(version=version)
        .select_related("nugget", "subnarrative")
        .order_by("position", "pk")
    )
    found = NuggetSource.objects.filter(nugget__listings__version=version)
    sources = list(found.order_by("pk").values_list("nugget_id", "segment_id"))
    parts = list(Subnarrative.objects.live().filter(topic=work.topic))
    named = {segment for _nugget, segment in sources}
    passages = list_passages(work, bank, named, parts)
    numbers = {row.pk: SourceRow(row.number, row.uuid) for row in passages}
    by_nugget: dict[int, dict[SourceRow, None]] = {}
    for nugget, segment in sources:
        by_nugget.setdefault(nugget, {})[numbers[segment]] = None
    return Desk(
        work=work,
        bank=bank,
        version=version,
        rows=tuple(_rows(listings, by_nugget, parts)),
        subnarratives=tuple(_subnarratives(parts, listings)),
        passages=passages,
    )


def _rows(
    listings: Sequence[Listing],
    sources: Mapping[int, Mapping[SourceRow, None]],
    parts: Sequence[Subnarrative],
) -> Iterator[NuggetRow]:
    letters = {one.pk: _letter(place) for place, one in enumerate(parts)}
    alike = alike_rows([listing.nugget.text for listing in listings])
    for place, listing in enumerate(listings):
        target = listing.subnarrative
        yield NuggetRow(
            number=place + 1,
            pk=listing.nugget_id,
            uuid=listing.nugget.uuid,
            text=listing.nugget.text,
            importance=listing.importance,
            subnarrative=target.text if target else "",
            subnarrative_uuid=target.uuid if target else None,
            letter=letters.get(target.pk, "") if target else "",
            sources=tuple(sorted(sources.get(listing.nugget_id, ()))),
            alike=alike[place],
        )


def _subnarratives(
    parts: Sequence[Subnarrative], listings: Sequence[Listing]
) -> Iterator[SubnarrativeRow]:
    used = Counter(listing.subnarrative_id for listing in listings)
    for place, one in enumerate(parts):
        yield SubnarrativeRow(one.uuid, one.text, _letter(place), used[one.pk])


def _letter(place: int) -> str:
    return ascii_lowercase[place : place + 1]
