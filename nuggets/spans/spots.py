"""What can be talked about in work on span nuggets: the passages."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from nuggets.banks.subjects import BankGone
from nuggets.editing.work import edited_bank, versions_of
from nuggets.spans.work import passages_of
from runs.models import Track


def find(work: Allocation, item: str) -> Spot:
    """Return one passage of the work, by its title."""
    try:
        bank = edited_bank(work)
    except BankGone:
        raise NotInThisWork from None
    version = versions_of(work, bank).first()
    passages = passages_of(work, bank, version) if version else ()
    wanted = uuid_in(item)
    found = next((row for row in passages if row.uuid == wanted), None)
    if found is None:
        raise NotInThisWork
    return Spot(str(wanted), f"Passage {found.number}: “{found.name}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one passage of a page."""
    return [find(work, str(page))]


def address(work: Allocation, item: str) -> str:
    """Return the page of a passage."""
    return reverse("nuggets:spans_passage", args=[work.uuid, uuid_in(item)])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each passage."""
    return {item: reverse("runs:segment", args=[track.uuid, item]) for item in items}


SPOTS = register(Spots("spans", find, on_page, address, behind, can_skip=False))
