"""An assessor's post-editing work, and the lists that it is on."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from assess.models import Allocation
from nuggets.models import Bank, BankVersion

ON_A_LIST = ("nuggets", "spans")  # the kinds of work that edit one


class NotYours(LookupError):
    """The person holds no such work, or its bank is gone."""


def work_held(
    person: User, allocation: UUID, *, kinds: Sequence[str] = ("nuggets",)
) -> Allocation:
    """Return a person's work on a list with topic and track; raise NotYours."""
    held = Allocation.objects.held_by(person).filter(kind__in=kinds, uuid=allocation)
    work = held.select_related("topic__conversation", "track").first()
    if work is None:
        raise NotYours
    return work


def edited_bank(work: Allocation) -> Bank:
    """Return the bank that the work is on; raise NotYours where it is gone."""
    banks = Bank.objects.visible().filter(track=work.track_id, origin=Bank.EDITED)
    bank = banks.select_related("qrels_judge__track").filter(uuid=work.subject).first()
    if bank is None:
        raise NotYours
    return bank


def versions_of(work: Allocation, bank: Bank) -> QuerySet[BankVersion]:
    """Return the versions of the work's list, the newest first."""
    found = BankVersion.objects.filter(bank=bank, topic=work.topic)
    return found.select_related("bank", "topic").order_by("-number")
