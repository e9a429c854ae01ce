"""Work on PTKB statements: the second turn of a conversation, two statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from assess.kinds.ptkb.page import DESK
from runs.models import PtkbStatement, Topic
from tests.assess.judging.work.world import Spot, World
from tests.make import make_allocation, make_conversation, make_track


@dataclass(frozen=True, kw_only=True)
class Stating(World):
    """Ada's work, its conversation and the person's statements."""

    turns: list[Topic]
    said: list[PtkbStatement]


def make_stating(
    ada: User, *, statements: Sequence[str] = ("I sail.", "I hate the cold.")
) -> Stating:
    """Make a conversation of two turns."""
    track = make_track(profile="ikat24", assessors=[ada])
    turns = make_conversation(track, statements=statements)
    work = make_allocation(turns[1], ada, work="ptkb")
    said = list(
        PtkbStatement.objects.filter(conversation=turns[0].conversation).order_by("pk")
    )
    return Stating(
        desk=DESK,
        below="ptkb",
        work=work,
        spots=[_spot(turns[1], statement) for statement in said],
        values=("relevant", "not_relevant"),
        left="2 labels left",
        position="turn {topic} · {done} of {total} labels",
        turns=turns,
        said=said,
    )


def _spot(turn: Topic, statement: PtkbStatement) -> Spot:
    name = {"statement": str(statement.uuid)}
    return Spot(
        page=turn.uuid,
        rows=(turn, statement),
        script=name,
        form=name,
        anchor=f"statement-{statement.uuid}",
    )
