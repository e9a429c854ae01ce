"""The gold nuggets of a bank, topic by topic, as matching uses them."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from nuggets.banks.scoring_list import scored_listings
from nuggets.models import Bank, Listing
from runs.imports.arrival import Incoming, Refused


class Gold(NamedTuple):
    """A gold nugget: its row, its public id, its number in files, its text."""

    pk: int
    uuid: UUID
    number: int
    text: str


class GoldList(NamedTuple):
    """A topic's gold nuggets in one version of a bank, both by row number."""

    topic: int
    version: int
    nuggets: tuple[Gold, ...]

    @property
    def pks(self) -> list[int]:
        """Return the row numbers of the nuggets."""
        return [each.pk for each in self.nuggets]

    @property
    def numbers(self) -> dict[int, int]:
        """Return {number in files: row number}."""
        return {each.number: each.pk for each in self.nuggets}


def gold_lists(bank: Bank) -> dict[int, GoldList]:
    """Return the lists by which a bank is scored, by topic; none is empty."""
    return {
        topic: GoldList(
            topic, rows[0].version_id, tuple(_gold(*pair) for pair in enumerate(rows))
        )
        for topic, rows in scored_listings(bank).items()
        if rows
    }


def _gold(place: int, listing: Listing) -> Gold:
    number = listing.details.get("number")
    nugget = listing.nugget
    own = number if isinstance(number, int) else place + 1
    return Gold(nugget.pk, nugget.uuid, own, nugget.text)


def imported_over(incoming: Incoming) -> Bank:
    """Return the bank that an import names; raise Refused if there is none."""
    name = incoming.param("bank")
    banks = Bank.objects.visible().filter(track=incoming.track)
    bank = banks.select_related("track").filter(name=name).first()
    if bank is None:
        there = ", ".join(banks.values_list("name", flat=True)) or "none yet"
        raise Refused(f"There is no bank {name!r}. Banks: {there}.")
    return bank
