"""The protocol of some work, and what its person has to finish first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.models import Allocation, Round, Slot
from assess.judging.models.allocations import AllocationQuerySet
from assess.judging.models.rounds import FIRST_STORED, TRAINING
from config.operations.single_reads import rows_once
from runs.models import Track

POST_EDITED = 1  # the round of labels over a machine's, without a stored protocol
ROUND_NAMES = {0: "from scratch", POST_EDITED: "over a machine’s labels"}
# Exports call these two by a word, and a stored round by its name.
ROUND_WORDS = {"from_scratch": 0, "post_edited": POST_EDITED}


def is_training(number: int) -> bool:
    """Return whether a round's number is that of training, whose labels don't count."""
    return number >= TRAINING


def rounds_of(works: Iterable[Allocation]) -> QuerySet[Round] | None:
    """Return the query for the stored rounds of some work; None if it has none."""
    asked = Q(pk__in=())
    for track, number in {(work.track_id, work.round % TRAINING) for work in works}:
        if number >= FIRST_STORED:
            asked |= Q(track=track, number=number)
    return Round.objects.filter(asked) if asked != Q(pk__in=()) else None


def round_of(work: Allocation) -> Round | None:
    """Return the stored round of some work; None if the profile's rules are its own."""
    found = rounds_of([work])
    return None if found is None else found.select_related("known").first()


def names_of_rounds(track: Track) -> dict[int, str]:
    """Return the names of a track's rounds by number, without training."""
    stored = dict(Round.objects.filter(track=track).values_list("number", "name"))
    return ROUND_NAMES | stored


class LabelledRound(NamedTuple):
    """A round with labels of a kind; judges: who gave them, by row number."""

    number: int
    name: str
    judges: frozenset[int]


def labelled_rounds(track: Track, kind: Kind) -> list[LabelledRound]:
    """Return the rounds but the first in which people gave labels.

    Rounds without labels are omitted: only organizers may know of them.
    """
    handed_out = Allocation.objects.filter(
        track=track, work=kind.name, round__gt=0, round__lt=TRAINING
    )
    numbers = set(
        rows_once(handed_out.order_by().values_list("round", flat=True).distinct())
    )
    if not numbers:
        return []
    given = counted_labels(kind, track).filter(judge__track=track, round__in=numbers)
    judges: dict[int, set[int]] = defaultdict(set)
    for number, judge in given.order_by().values_list("round", "judge").distinct():
        judges[number].add(judge)
    return [
        LabelledRound(number, name, frozenset(judges[number]))
        for number, name in sorted(names_of_rounds(track).items())
        if number in judges
    ]


def waits_for(work: Allocation) -> Allocation | None:
    """Return the work that its person has to finish before this; None for none.

    That is the round's training, and in a round in order the topics before this one.
    """
    protocol = None if is_training(work.round) or work.finished_at else round_of(work)
    if protocol is None:
        return None
    same = _open_work(work.assessor, work).select_related("topic")
    training = same.filter(round=work.round + TRAINING).first()
    if training or not protocol.in_order:
        return training
    first = same.filter(round=work.round).order_by("topic__position", "pk").first()
    return None if first == work else first


def _open_work(person: User, work: Allocation) -> AllocationQuerySet:
    own = Allocation.objects.open().filter(assessor=person, track=work.track_id)
    return own.filter(work=work.work)


def withheld_from(person: User, _free: QuerySet[Slot]) -> Q:
    """Return the slots that wait for a person's training, or for a topic in order."""
    own = Allocation.objects.open().filter(
        assessor=person, track=OuterRef("track"), work=OuterRef("work")
    )
    rounds = Round.objects.filter(
        track=OuterRef("track"), number=OuterRef("round"), in_order=True
    )
    training = own.filter(round=OuterRef("round") + TRAINING)
    busy = Q(Exists(rounds)) & Q(Exists(own.filter(round=OuterRef("round"))))
    return Q(round__gte=FIRST_STORED) & (Q(Exists(training)) | busy)
