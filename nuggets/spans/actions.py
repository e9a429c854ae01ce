"""Create an empty bank of span nuggets, and open its topics' lists."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from assess.judging.models import Allocation, Judge
from nuggets.banks.actions import create_bank, write_version
from nuggets.editing.actions import (
    NothingToEdit,
    open_version,
    reopen_version,
)
from nuggets.editing.passages import related_pairs
from nuggets.models import Bank, BankVersion
from runs.models import Topic, Track


class NothingRelevant(ValueError):
    """The judge has found no segment of any topic relevant yet."""


def start_span_bank(
    track: Track, name: str, *, qrels_judge: Judge, now: datetime
) -> Bank:
    """Create a bank with an empty open list for each topic with a relevant passage.

    Relevant are segments with a grade of 1 or more by `qrels_judge`. Raise BankExists,
    NothingRelevant.
    """
    topics = topics_with_passages(track, qrels_judge)
    if not topics:
        raise NothingRelevant
    with transaction.atomic():
        bank = create_bank(
            track, name, origin=Bank.EDITED, landed_at=now, qrels_judge=qrels_judge
        )
        for topic in topics:
            write_version(bank, topic, [], now=now, freeze=False)
    return bank


def topics_with_passages(track: Track, judge: Judge) -> list[Topic]:
    """Return the topics with a segment that a judge found at least related."""
    found = {topic for topic, _segment in related_pairs(judge, Q(topic__track=track))}
    return list(Topic.objects.filter(track=track, pk__in=found))


def begin_spans(
    bank: Bank, work: Allocation, *, by: User, now: datetime
) -> BankVersion:
    """Open a list: a new one after a frozen one, else the draft's, else an empty one.

    The work is opened again. Raise TakenByAnother if somebody else has taken the topic
    since.
    """
    try:
        return reopen_version(bank, work, by=by, now=now)
    except NothingToEdit:
        pass
    try:
        return write_version(bank, work.topic, [], now=now, by=by, freeze=False)
    except IntegrityError:  # opened by another request at this moment
        return open_version(bank, work.topic, now=now, by=by)
