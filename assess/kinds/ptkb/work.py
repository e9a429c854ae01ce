"""The items of an allocation: one turn, its person's statements and their labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, cast

from django.db.models import Exists, OuterRef, QuerySet

from assess.judging.models import Allocation, Judge
from assess.judging.threads.listing import skipped_of
from assess.judging.work.recent import MOST, Recent, last_given, said_before
from assess.judging.work.walk import NOTHING, Given, Walk
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.ptkb.models import PtkbLabel
from runs.models import PtkbStatement, Topic, Track


class Row(NamedTuple):
    """One statement, with the label that the assessor gave."""

    statement: PtkbStatement
    given: Given


@dataclass(frozen=True)
class Sheet(Walk[Topic]):
    """All of an allocation: its one turn, and the statements in the person's order.

    Labels by statement, by row number.
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
    def rows(self) -> list[Row]:
        """Return every statement with its label."""
        return [Row(one, self.labels.get(one.pk, NOTHING)) for one in self.statements]

    @property
    def relevant(self) -> int:
        """Return how many statements were found relevant."""
        return sum(row.given.value == "relevant" for row in self.rows)

    def labels_of(self, item: Topic) -> list[tuple[str, str]]:
        """Return each statement's public name and the value of its label."""
        return [(str(row.statement.uuid), row.given.value) for row in self.rows]


def statements_of(turn: Topic) -> QuerySet[PtkbStatement]:
    """Return what the person of a turn's conversation said, in their order."""
    found = PtkbStatement.objects.filter(conversation=turn.conversation_id)
    return found.order_by("pk")


def talk_before(turn: Topic) -> QuerySet[Topic]:
    """Return the turns of the conversation before this one, in their order."""
    turns = Topic.objects.filter(
        conversation__isnull=False, conversation=turn.conversation_id
    )
    return turns.filter(position__lt=turn.position).order_by("position", "pk")


def read_sheet(allocation: Allocation) -> Sheet:
    """Return what an allocation holds now."""
    found = _labels(allocation).values_list("statement", "value", "version")
    labels = {statement: Given(value, version) for statement, value, version in found}
    turn = allocation.topic
    skipped = skipped_of(allocation)
    return Sheet(turn, tuple(statements_of(turn)), labels, skipped)


def own_labels() -> QuerySet[PtkbLabel]:
    """Return the labels of people, never a machine's."""
    found = PtkbLabel.objects.filter(judge__kind=Judge.PERSON)
    return cast("QuerySet[PtkbLabel]", found)


def _labels(allocation: Allocation) -> QuerySet[PtkbLabel]:
    return own_labels().filter(
        judge__track=allocation.track_id,
        judge__user=allocation.assessor_id,
        topic=allocation.topic_id,
        round=allocation.round,
    )


def recent_labels(allocation: Allocation, sheet: Sheet) -> list[Recent]:
    """Return the last labels given, the latest first."""
    statements = {one.pk: one for one in sheet.statements}
    rows = last_given(_labels(allocation), PTKB, allocation)
    fields = ("value", "version", "value_before", "active_ms")
    found = rows.values_list("statement", *fields)
    return [
        Recent(
            item=str(statements[statement].uuid),
            page=sheet.turn.uuid,
            words=statements[statement].text,
            place=list(statements).index(statement) + 1,
            value=value,
            version=version,
            before=said_before(before),
            active_ms=active,
        )
        for statement, value, version, before, active in found[:MOST]
    ]


def turns_with_statements(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the turns of conversations whose person said something."""
    said = PtkbStatement.objects.filter(conversation=OuterRef("conversation"))
    return Topic.objects.filter(Exists(said), track=track)
