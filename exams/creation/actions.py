"""Make a question bank by hand, or of a nugget bank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from exams.banks.actions import Entry, write_version
from exams.models import Question, QuestionBank
from nuggets.models import Bank, Listing
from runs.models import Topic, Track


class BankNameTaken(ValueError):
    """The track has a question bank of that name."""


def found_bank(
    track: Track, name: str, *, source: Bank | None, by: User, now: datetime
) -> QuestionBank:
    """Make a bank with a frozen list of each topic: empty, or the nuggets as key facts.

    A nugget's sub-narrative becomes the facet. Raise BankNameTaken.
    """
    entries = _entries(source) if source else {}
    with transaction.atomic():
        bank, made = QuestionBank.objects.get_or_create(
            track=track,
            name=name,
            deleted_at=None,
            defaults={"origin": Question.PERSON, "landed_at": now},
        )
        if not made:
            raise BankNameTaken(f"The track has a question bank named {name} already.")
        for topic in _topics(track, entries, source):
            own = entries.get(topic.pk, ())
            write_version(bank, topic, own, now=now, origin=Question.PERSON, by=by)
    return bank


def _topics(
    track: Track, entries: Mapping[int, Sequence[Entry]], source: Bank | None
) -> list[Topic]:
    return [each for each in track.topics.all() if not source or each.pk in entries]


def _entries(source: Bank) -> dict[int, list[Entry]]:
    current = source.versions.current()
    rows = Listing.objects.filter(version__in=current).select_related("nugget")
    found: dict[int, list[Entry]] = {}
    for row in rows.order_by("version", "position", "pk"):
        found.setdefault(row.nugget.topic_id, []).append(
            Entry(
                row.nugget.text,
                form=Question.KEY_FACT,
                facet_id=row.subnarrative_id,
            )
        )
    return found
