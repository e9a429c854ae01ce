"""Banks as what work can be over, and the topics of one."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.judging.models import Allocation
from assess.judging.screens import Subject
from nuggets.models import Bank
from runs.models import Topic, Track


class BankGone(LookupError):
    """The bank that some work is over was deleted, or is not of its kind."""


def bank_under(work: Allocation, *, origin: str = "") -> Bank:
    """Return the bank that work is over, of one origin where named; raise BankGone."""
    banks = Bank.objects.visible().filter(track=work.track_id, uuid=work.subject)
    if origin:
        banks = banks.filter(origin=origin)
    bank = banks.select_related("qrels_judge__track").first()
    if bank is None:
        raise BankGone
    return bank


def banks_of(track: Track) -> list[Subject]:
    """Return the banks of a track, drafts and imports too."""
    found = Bank.objects.visible().filter(track=track).values_list("uuid", "name")
    return [Subject(str(uuid), name) for uuid, name in found]


def edited_banks_of(track: Track) -> list[Subject]:
    """Return the banks that are made to be edited."""
    found = Bank.objects.visible().filter(track=track, origin=Bank.EDITED)
    return [
        Subject(str(uuid), name) for uuid, name in found.values_list("uuid", "name")
    ]


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that a bank has a list for, frozen or still being edited."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()
