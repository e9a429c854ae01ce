"""The items of PTKB: the statements of a person, and the work on one turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import Spot, Spots
from assess.judging.work.items import (
    given_by,
    own_labels,
    progress_by_topic,
)
from assess.judging.work.walk import NOTHING, Given, NotInThisWork, Walk
from assess.kinds.ptkb.kind import PTKB
from config.operations.readings import Reading
from runs.models import PtkbStatement, Topic, Track


class JudgedStatement(NamedTuple):
    """One statement, with the assessor's label."""

    statement: PtkbStatement
    given: Given


@dataclass(frozen=True)
class PtkbSheet(Walk[Topic]):
    """The work of an allocation: one turn, and the statements in the person's order.

    Labels are by statement, by row number.
    """

    turn: Topic
    statements: tuple[PtkbStatement, ...]
    labels: dict[int, Given]
    skipped: frozenset[str] = frozenset()

    @property
    def items(self) -> tuple[Topic, ...]:
        """Return the turn: an allocation has one page."""
        return (self.turn,)

    @property
    def rows(self) -> list[JudgedStatement]:
        """Return every statement with its label."""
        return [
            JudgedStatement(one, self.labels.get(one.pk, NOTHING))
            for one in self.statements
        ]

    @property
    def relevant(self) -> int:
        """Return how many statements have the label relevant."""
        return sum(row.given.value == "relevant" for row in self.rows)

    def labels_of(self, item: Topic) -> list[tuple[str, str]]:
        """Return each statement's public name and the value of its label."""
        return [(str(row.statement.uuid), row.given.value) for row in self.rows]


def statements_of(turn: Topic) -> QuerySet[PtkbStatement]:
    """Return the statements of the person of a turn's conversation, in their order."""
    found = PtkbStatement.objects.filter(conversation=turn.conversation_id)
    return found.order_by("pk")


def read_sheet(allocation: Allocation) -> PtkbSheet:
    """Return the current sheet of an allocation."""
    turn = allocation.topic
    labels = given_by(own_labels(PTKB, allocation), "statement")
    statements = tuple(statements_of(turn))
    return PtkbSheet(turn, statements, labels, skipped_of(allocation))


def ptkb_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return how far each allocation is, by row number."""
    topics = {work.topic_id for work in allocations}
    own = PtkbStatement.objects.filter(conversation__turns__in=topics).order_by()
    totals = own.values_list("conversation__turns").annotate(number=Count("pk"))
    where = Q(topic__in=topics)
    return progress_by_topic(PTKB, allocations, totals, where=where)


def turns_with_statements(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the turns of conversations whose person has statements."""
    said = PtkbStatement.objects.filter(conversation=OuterRef("conversation"))
    return Topic.objects.filter(Exists(said), track=track)


SCREEN = screens.register(
    Screen(
        name=PTKB.name,
        turn=80,
        title=PTKB.title,
        verb="Judge statements",
        url_name="assess:ptkb",
        progress=ptkb_progress,
        topics=turns_with_statements,
    )
)


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the statements of the turn's conversation."""
    if page != work.topic.uuid:
        raise NotInThisWork
    said = statements_of(work.topic)
    return [Spot(str(one.uuid), f"Statement “{one.text}”") for one in said]


def find(work: Allocation, item: str) -> Spot:
    """Return one statement."""
    listed = on_page(work, work.topic.uuid)
    found = next((spot for spot in listed if spot.item == item), None)
    if found is None:
        raise NotInThisWork
    return found


def address(work: Allocation, _item: str) -> str:
    """Return the URL of the turn's page."""
    return reverse("assess:ptkb_turn", args=[work.uuid, work.topic.uuid])


def behind(_track: Track, _items: Collection[str]) -> dict[str, str]:
    """Return nothing: a statement has no page of its own."""
    return {}


SPOTS = spots.register(Spots(PTKB.name, find, on_page, address, behind))
