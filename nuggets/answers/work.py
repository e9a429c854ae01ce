"""An assessor's work on gold answers: whose it is, on which bank and list."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from assess.models import Allocation
from nuggets.models import Bank, BankVersion, Listing, Nugget


class NotYours(LookupError):
    """The person holds no such work, or its bank is gone."""


def work_held(person: User, allocation: UUID) -> tuple[Allocation, Bank]:
    """Return a person's work on an answer, and its bank; raise NotYours."""
    held = Allocation.objects.held_by(person).filter(kind="answers", uuid=allocation)
    work = held.select_related("topic__conversation", "track", "assessor").first()
    if work is None:
        raise NotYours
    banks = Bank.objects.visible().filter(track=work.track_id, uuid=work.subject)
    bank = banks.select_related("qrels_judge__track").first()
    if bank is None:
        raise NotYours
    return work, bank


def listed_nuggets(bank: Bank, work: Allocation) -> list[Nugget]:
    """Return the nuggets to cover: of the latest frozen list, else of the open one."""
    versions = BankVersion.objects.filter(bank=bank, topic=work.topic)
    frozen = versions.current().first()
    version = frozen or versions.order_by("-number").first()
    rows = Listing.objects.filter(version=version).select_related("nugget")
    return [row.nugget for row in rows.order_by("position", "pk")]
