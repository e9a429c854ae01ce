"""The parts that exports of the nugget method share."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.exchange.exports.registry import Part
from nuggets.banks.defaults import first_bank
from nuggets.models import Bank
from runs.models import Track


def _banks(track: Track) -> QuerySet[Bank]:
    banks = Bank.objects.visible().filter(track=track)
    return banks.select_related("track", "parent", "drafted_by", "qrels_judge")


BANK = Part("bank", "Bank", _banks, first_bank, "No bank yet")


def described_bank(bank: Bank, topics: set[str] | None) -> dict[str, object]:
    """Return a manifest's description of a bank: its versions by topic, and descent."""
    versions = bank.versions.current().select_related("topic")
    return {
        "name": bank.name,
        "uuid": str(bank.uuid),
        "origin": bank.origin,
        "parent": bank.parent.name if bank.parent else None,
        "drafted_by": bank.drafted_by.full_name if bank.drafted_by else None,
        "qrels_judge": bank.qrels_judge.full_name if bank.qrels_judge else None,
        "versions": {
            version.topic.name: {"uuid": str(version.uuid), "number": version.number}
            for version in sorted(versions, key=lambda each: each.topic.name)
            if topics is None or version.topic.name in topics
        },
    }
