"""Work on matching: a batch of three pairs, one of them a test item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from matching.match.kind import MATCH
from matching.match.page import DESK
from matching.models import Batch, Pair
from nuggets.models import Bank
from runs.models import Topic
from tests.assess.judging.work.world import Spot, World
from tests.make import (
    NOW,
    make_bank,
    make_conversation,
    make_label,
    make_person,
    make_response,
    make_run,
    make_track,
    make_version,
    nuggets_of,
    practise,
)

YES, NO = "yes", "no"


@dataclass(frozen=True, kw_only=True)
class Matching(World):
    """Ada's work: a batch, and its pairs in its own order."""

    topic: Topic
    bank: Bank
    batch: Batch
    pairs: list[Pair]

    def make_bare(self, ada: User) -> Allocation:
        """Hand out a batch without pairs."""
        return make_batch_work(make_batch(self.bank, self.topic, number=2), ada)


def make_batch(bank: Bank, topic: Topic, *, number: int = 1) -> Batch:
    """Make an empty batch."""
    return Batch.objects.create(
        track=topic.track, bank=bank, topic=topic, number=number, created_at=NOW
    )


def make_batch_work(batch: Batch, person: User) -> Allocation:
    """Hand out a batch to a person."""
    practise(person, "match")
    return Allocation.objects.create(
        track=batch.track,
        work="match",
        topic=batch.topic,
        assessor=person,
        subject=str(batch.uuid),
    )


def make_matching(ada: User) -> Matching:
    """Make a batch of the nuggets of a turn on one response."""
    track = make_track(profile="ikat24", assessors=[ada])
    topic = make_conversation(track)[0]
    bank = make_bank(track)
    version = make_version(bank, topic, ("one", "two", "three"))
    response = make_response(make_run(track, "hidden-a", group="secret"), topic)
    batch = make_batch(bank, topic)
    pairs = [
        Pair.objects.create(
            batch=batch,
            nugget=nugget,
            response=response,
            answer=YES if nugget.text == "two" else "",
        )
        for nugget in nuggets_of(version)
    ]
    pairs.sort(key=lambda pair: order_key(batch.seed, pair.uuid))
    return Matching(
        desk=DESK,
        below="match",
        work=make_batch_work(batch, ada),
        spots=[_spot(pair) for pair in pairs],
        values=(YES, NO),
        left="3 pairs left",
        complete="Every pair has its label",
        position="pair {page} of {pages} · {done} matched",
        topic=topic,
        bank=bank,
        batch=batch,
        pairs=pairs,
    )


def _spot(pair: Pair) -> Spot:
    names = {"nugget": str(pair.nugget.uuid), "response": str(pair.response.uuid)}
    return Spot(page=pair.uuid, rows=(pair.nugget, pair.response), script=names)


def hand_out_batches(turn: Topic, bank: Bank, ada: User) -> dict[str, Any]:
    """Hand out two batches of a turn's nuggets, one labelled; return their rows."""
    person, rows = make_person(ada, turn.track), {}
    for number, suffix in enumerate(("_done", ""), start=1):
        batch = make_batch(bank, turn, number=number)
        response = make_response(make_run(turn.track, f"run{suffix}"), turn)
        for nugget in nuggets_of(bank.versions.get(topic=turn)):
            pair = Pair.objects.create(batch=batch, nugget=nugget, response=response)
            if suffix:
                make_label(MATCH, person, nugget, response, value="yes")
        rows[f"match{suffix}"] = make_batch_work(batch, ada)
    return {**rows, "pair": pair, "pair_nugget": nugget, "pair_response": response}
