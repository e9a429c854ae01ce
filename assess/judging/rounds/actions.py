"""Create a round, and give people its training."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.db.models import Max

from accounts.models import User
from assess.judging.models import Allocation, Round
from assess.judging.models.rounds import FIRST_STORED, TRAINING
from assess.judging.rounds.protocols import ROUND_WORDS
from assess.judging.screens import get_screen
from runs.models import Track


class RoundExists(ValueError):
    """The track already has a round of that name."""


def create_round(made: Round) -> Round:
    """Store a round under the next free number; raise RoundExists."""
    if made.name in ROUND_WORDS:
        raise RoundExists(
            f"Exports use the word {made} for other labels; choose another name."
        )
    try:
        with transaction.atomic():
            Track.objects.select_for_update(no_key=True).get(pk=made.track_id)
            last = Round.objects.filter(track=made.track_id).aggregate(n=Max("number"))
            made.number = FIRST_STORED if last["n"] is None else last["n"] + 1
            made.save(force_insert=True)
    except IntegrityError:
        raise RoundExists(f"The track already has a round named {made}.") from None
    return made


def planned_training(
    protocol: Round | None, work: str, people: Iterable[User], *, by: User | None
) -> list[Allocation]:
    """Return the training that these people do not have yet, not stored."""
    if protocol is None or protocol.training is None or not get_screen(work).is_trained:
        return []
    number = protocol.number + TRAINING
    held = Allocation.objects.filter(
        track=protocol.track_id, work=work, round=number, released_at=None
    )
    trained = set(held.values_list("assessor", flat=True))
    return [
        Allocation(
            track_id=protocol.track_id,
            work=work,
            topic=protocol.training,
            assessor=person,
            round=number,
            known=protocol.known,
            by=by,
        )
        for person in people
        if person.pk not in trained
    ]
