"""The exported lists of a bank: each topic's latest frozen version."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.db.models import QuerySet

from assess.exchange.exports.registry import CannotExport, LeftOut, Wanted
from nuggets.banks.parts import described_bank
from nuggets.banks.pins import pinned_wordings
from nuggets.models import Bank, BankVersion, Listing, NuggetSource


class FrozenPart(NamedTuple):
    """A sub-narrative in the wording of a frozen version."""

    uuid: str
    text: str
    added: bool


class FrozenNugget(NamedTuple):
    """One nugget of a list, with its sub-narrative and its source segments."""

    listing: Listing
    part: FrozenPart | None
    sources: list[NuggetSource]


class List(NamedTuple):
    """One topic's nuggets, in their order."""

    version: BankVersion
    rows: list[FrozenNugget]


def frozen_lists(wanted: Wanted) -> list[List]:
    """Return the lists in the order of topics' names; raise CannotExport if none."""
    bank: Bank = wanted.parts["bank"]
    versions = bank.versions.current().select_related("topic")
    if wanted.topics is not None:
        versions = versions.filter(topic__in=wanted.topics)
    by_version: dict[int, list[Listing]] = defaultdict(list)
    listings = Listing.objects.filter(version__in=versions.values("pk"))
    for listing in listings.select_related("nugget__judge", "subnarrative"):
        by_version[listing.version_id].append(listing)
    wordings, sources = pinned_wordings(versions), _sources(listings)
    found = [
        List(
            version,
            [
                FrozenNugget(each, _part(each, wordings), sources[each.nugget_id])
                for each in by_version[version.pk]
            ],
        )
        for version in sorted(versions, key=lambda each: each.topic.name)
    ]
    if not found:
        raise CannotExport(f"{bank} has no frozen version on these topics.")
    return found


def _part(listing: Listing, wordings: dict[tuple[int, int], str]) -> FrozenPart | None:
    part = listing.subnarrative
    if part is None:
        return None
    text = wordings.get((listing.version_id, part.pk), part.text)
    return FrozenPart(str(part.uuid), text, part.added)


def _sources(listings: QuerySet[Listing]) -> dict[int, list[NuggetSource]]:
    found: dict[int, list[NuggetSource]] = defaultdict(list)
    rows = NuggetSource.objects.filter(nugget__listings__in=listings).distinct()
    for row in rows.select_related("segment").order_by("pk"):
        found[row.nugget_id].append(row)
    return found


def notes_of(wanted: Wanted) -> dict[str, object]:
    """Return a manifest's description of the bank."""
    return {"bank": described_bank(wanted.parts["bank"], wanted.named())}


def unfrozen(wanted: Wanted) -> list[LeftOut]:
    """Return the lists that are open or edited again, which are not exported."""
    bank: Bank = wanted.parts["bank"]
    versions = bank.versions.filter(state=BankVersion.OPEN, topic__deleted_at=None)
    if wanted.topics is not None:
        versions = versions.filter(topic__in=wanted.topics)
    why = "only frozen versions go out; an earlier one where there is any"
    return [LeftOut("lists that are still open", versions.count(), why)]
