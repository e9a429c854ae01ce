"""The part of exports that is a question bank, and its description."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from assess.exchange.exports.registry import Part
from exams.models import QuestionBank
from runs.models import Track


def _banks(track: Track) -> QuerySet[QuestionBank]:
    return QuestionBank.objects.visible().filter(track=track)


def _first(track: Track) -> QuestionBank | None:
    return _banks(track).first()


BANK = Part("bank", "Question bank", _banks, _first, "There is no question bank yet.")


def described_bank(
    bank: QuestionBank, topics: Collection[str] | None
) -> dict[str, object]:
    """Return a manifest's description of a bank: the version of each topic."""
    versions = bank.versions.current().select_related("topic")
    return {
        "name": bank.name,
        "uuid": str(bank.uuid),
        "origin": bank.origin,
        "versions": {
            version.topic.name: version.number
            for version in versions
            if topics is None or version.topic.name in topics
        },
    }
