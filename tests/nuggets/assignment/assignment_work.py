"""Work on assignment: three nuggets on two responses."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from nuggets.assignment.page import DESK
from nuggets.models import Bank, Nugget
from runs.models import Response, Topic
from tests.assess.judging.work.world import Spot, World
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


@dataclass(frozen=True, kw_only=True)
class Assigning(World):
    """Ada's work: its nuggets, vital first, and its responses in her order."""

    topic: Topic
    bank: Bank
    nuggets: list[Nugget]
    responses: list[Response]

    def make_bare(self, ada: User) -> Allocation:
        """Hand out a topic with nuggets and no response."""
        topic = make_topic(self.track, "15")
        make_version(self.bank, topic)
        return make_allocation(topic, ada, self.bank)


def make_assigning(ada: User) -> Assigning:
    """Make a bank with one okay and two vital nuggets."""
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    bank = make_bank(track)
    importance = ("okay", "vital", "vital")
    version = make_version(bank, topic, ("one", "two", "three"), importance=importance)
    work = make_allocation(topic, ada, bank)
    responses = [
        make_response(make_run(track, f"hidden-{name}", group="secret"), topic)
        for name in "ab"
    ]
    responses.sort(key=lambda response: order_key(work.seed, response.uuid))
    nuggets = [nuggets_of(version)[place] for place in (1, 2, 0)]
    return Assigning(
        desk=DESK,
        below="assign",
        work=work,
        spots=[_spot(nugget, each) for each in responses for nugget in nuggets],
        values=(SUPPORT, NOT),
        left="6 labels left",
        topic=topic,
        bank=bank,
        nuggets=nuggets,
        responses=responses,
    )


def _spot(nugget: Nugget, response: Response) -> Spot:
    name = {"nugget": str(nugget.uuid)}
    return Spot(
        page=response.uuid,
        rows=(nugget, response),
        script={"response": str(response.uuid), **name},
        form=name,
        anchor=f"nugget-{nugget.uuid}",
    )
