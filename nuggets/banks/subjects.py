"""Banks as subjects of work, and the topics of a bank."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from assess.judging.models import Allocation
from nuggets.models import Bank
from runs.models import Topic, Track


class BankGone(LookupError):
    """The bank of some work was deleted, or has another origin."""


def bank_under(work: Allocation, *, origin: str = "") -> Bank:
    """Return the bank of some work, of one origin if given; raise BankGone."""
    banks = Bank.objects.visible().filter(track=work.track_id, uuid=work.subject)
    if origin:
        banks = banks.filter(origin=origin)
    bank = banks.select_related("qrels_judge__track").first()
    if bank is None:
        raise BankGone
    return bank


def banks_of(track: Track) -> QuerySet[Bank, Any]:
    """Return the rows of a track's banks, including drafts and imports."""
    return Bank.objects.visible().filter(track=track).values_list("uuid", "name")


def edited_banks_of(track: Track) -> QuerySet[Bank, Any]:
    """Return the rows of the banks that were created for editing."""
    return banks_of(track).filter(origin=Bank.EDITED)


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics for which a bank has a list, frozen or open."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()
