"""People who say which answers to unanswerable turns decline: matching of one nugget.

A bank with one sentence on each of these turns is handed out in batches, like any gold
set: three people a pair, blind to runs, in the shared queue.
"""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.judging.turns.marks import unanswerable_topics
from matching.batches.actions import Wanted, make_batches
from matching.match.kind import MATCH, YES
from matching.models import Batch, MatchLabel
from nuggets.banks.actions import Entry, create_bank, write_version
from nuggets.models import Bank, Nugget
from runs.models import Track

BANK = "declined turns"
SENTENCE = "The response says that it cannot answer the question."


def bank_of_declines(track: Track) -> Bank | None:
    """Return the bank by which people judge, None before it is made."""
    return _banks(track).select_related("track").first()


def ask_people(
    track: Track, *, by: User | None, now: datetime, rng: Random
) -> list[Batch]:
    """Put the answers to unanswerable turns that are in no batch yet into batches.

    Raise NothingToMatch if there are none, BankExists if another bank has the name.
    """
    with transaction.atomic():
        bank = bank_of_declines(track) or create_bank(
            track, BANK, origin=Bank.EDITED, landed_at=now
        )
        there = set(bank.versions.values_list("topic", flat=True))
        asked = unanswerable_topics(track)
        for topic in track.topics.filter(pk__in=asked - there):
            write_version(bank, topic, [Entry(SENTENCE)], now=now, by=by)
        topics = list(track.topics.filter(pk__in=asked))
        return make_batches(Wanted(bank, None, (), topics), by=by, rng=rng)


def judges_of_declines(track: Track) -> QuerySet[Judge]:
    """Select the judges that said of any answer whether it declines, and the panels."""
    given: QuerySet[Any] = MatchLabel.objects.given()
    own = given.filter(nugget__in=_nuggets(track)).values("judge")
    judges = judges_with_labels(track, MATCH)
    return judges.filter(Q(kind=Judge.PANEL) | Q(pk__in=own))


def said_by(judge: Judge) -> dict[int, bool]:
    """Return whether each answer declines, by response's row number, where judged."""
    where = Q(nugget__in=_nuggets(judge.track))
    found = labels_of(judge, MATCH, where=where).items()
    return {response: value == YES for (_, response), value in found}


def _nuggets(track: Track) -> QuerySet[Nugget, Any]:
    """Select the sentence on each turn, whatever else an organizer adds to the bank."""
    listed = Nugget.objects.filter(listings__version__bank__in=_banks(track))
    return listed.filter(text=SENTENCE).order_by().values("pk")


def _banks(track: Track) -> QuerySet[Bank, Any]:
    """Select the bank made here: an imported or a copied one may have its name."""
    named = Bank.objects.visible().filter(track=track, name=BANK)
    return named.filter(origin=Bank.EDITED, parent=None)
