"""The list that an assessor's work is on, in all its versions."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.judging.models import Allocation
from nuggets.banks.subjects import bank_under
from nuggets.models import Bank, BankVersion

NUGGETS, SPANS = "nuggets", "spans"  # the kinds of work that edit a list


def edited_bank(work: Allocation) -> Bank:
    """Return the bank that the work is on; raise BankGone."""
    return bank_under(work, origin=Bank.EDITED)


def versions_of(work: Allocation, bank: Bank) -> QuerySet[BankVersion]:
    """Return the versions of the work's list, the newest first."""
    found = BankVersion.objects.filter(bank=bank, topic=work.topic)
    return found.select_related("bank", "topic").order_by("-number")
