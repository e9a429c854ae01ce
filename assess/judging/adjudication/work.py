"""The items of an adjudicator's work: the disputed and the settled ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet

from assess.judging.adjudication.disputes import (
    Dispute,
    Votes,
    cause_of,
    disputed,
    named,
    said_by,
    votes_on,
)
from assess.judging.kernel.order import order_key
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.reader import Item
from assess.judging.models import Adjudication, Allocation
from assess.judging.threads.listing import skipped_of
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.walk import NotInThisWork, Walk


class SettledLabel(NamedTuple):
    """The adjudicated label of an item, "" if there is none, and its note.

    votes: the judges' labels at that time; None if they were not stored.
    """

    value: str = ""
    version: int = 0
    note: str = ""
    votes: Mapping[str, str] | None = None


NOTHING = SettledLabel()


@dataclass(frozen=True)
class DisputeSheet(Walk[Dispute]):
    """One topic's disputed items in the adjudicator's order, with the settled labels.

    Settled items remain, even if the judges have come to agree since: these are
    `agreed`. `moved` are items on which the judges' labels have changed since.
    """

    adjudication: Adjudication
    disputes: tuple[Dispute, ...]
    labels: dict[Item, SettledLabel]
    agreed: frozenset[Item] = frozenset()
    moved: frozenset[Item] = frozenset()
    skipped: frozenset[str] = frozenset()

    @property
    def kind(self) -> Kind:
        """Return the kind of label that is settled."""
        return get_kind(self.adjudication.kind)

    @property
    def items(self) -> tuple[Dispute, ...]:
        """Return the items in the adjudicator's order."""
        return self.disputes

    def given(self, item: Dispute) -> SettledLabel:
        """Return the adjudicated label of an item."""
        return self.labels.get(item.item, NOTHING)

    def labels_of(self, item: Dispute) -> list[tuple[str, str]]:
        """Return an item's public name and its adjudicated label."""
        return [(item.name, self.given(item).value)]

    def grades(self) -> list[tuple[int, Dispute, str, bool, bool]]:
        """Return each item with its place, from 1, its label, if skipped, if moved."""
        return [
            (
                place,
                item,
                self.given(item).value,
                bool(self.passed(item)),
                item.item in self.moved and not self.adjudication.hides_labels,
            )
            for place, item in enumerate(self.items, start=1)
        ]


def adjudication_of(allocation: Allocation) -> Adjudication:
    """Return the adjudication that an allocation is for; raise NotInThisWork."""
    found = Adjudication.objects.filter(track=allocation.track_id)
    own = found.filter(uuid=allocation.subject) if allocation.subject else found.none()
    one = own.select_related("judge").prefetch_related("judges").first()
    if one is None:
        raise NotInThisWork
    one.track = one.judge.track = allocation.track
    return one


def read_sheet(allocation: Allocation) -> DisputeSheet:
    """Return the items to settle, computed from the current labels."""
    adjudication = adjudication_of(allocation)
    cause = cause_of(adjudication)
    votes = votes_on(cause, [allocation.topic_id])
    labels = {
        tuple(item): SettledLabel(
            value, version, details.get("note", ""), details.get("votes")
        )
        for *item, value, version, details in own_labels(allocation, adjudication)
        .order_by()
        .values_list(*cause.kind.columns, *_SAID)
    }
    settled = {item for item, given in labels.items() if given.value}
    open_ = disputed(cause, votes)
    shown: dict[Item, Votes] = {item: votes.get(item, {}) for item in open_ | settled}
    items = named(cause.kind, shown)
    items.sort(key=lambda item: order_key(allocation.seed, item.uuid))
    return DisputeSheet(
        adjudication,
        tuple(items),
        labels,
        agreed=frozenset(settled - open_),
        moved=frozenset(
            item
            for item in settled
            if labels[item].votes not in (None, said_by(cause.judges, shown[item]))
        ),
        skipped=skipped_of(allocation),
    )


_SAID = ("value", "version", "details")


def own_labels(allocation: Allocation, adjudication: Adjudication) -> QuerySet[Any]:
    """Return the adjudicated labels on an allocation's topic, of all adjudicators."""
    kind = get_kind(adjudication.kind)
    own = {kind.topic: allocation.topic_id, "judge": adjudication.judge}
    turn = {"round": allocation.round, "repeat": allocation.repeat}
    return kind.model.objects.filter(**turn, **own)


def find_compared(allocation: Allocation, uuid: UUID) -> tuple[Adjudication, Dispute]:
    """Return an item, even if the judges have come to agree on it since it was shown.

    A settled label is accepted in that case too. Raise NotInThisWork for an item that
    they never both labelled.
    """
    adjudication = adjudication_of(allocation)
    cause = cause_of(adjudication)
    for item in named(cause.kind, votes_on(cause, [allocation.topic_id])):
        if item.uuid == uuid:
            return adjudication, item
    sheet = read_sheet(allocation)
    return adjudication, sheet.find(uuid)


def last_labels(allocation: Allocation, sheet: DisputeSheet, about: str) -> LastLabels:
    """Return the labels that the adjudicator gave here, in the words of `about`."""
    places = {
        item.item: (place, item) for place, item in enumerate(sheet.items, start=1)
    }
    own = own_labels(allocation, sheet.adjudication).filter(actor=allocation.assessor)

    def place(label: Any) -> RecentPlace | None:  # noqa: ANN401 - a label of any kind
        item = tuple(getattr(label, column) for column in sheet.kind.columns)
        if item not in places:
            return None
        number, there = places[item]
        return RecentPlace(there.name, there.uuid, label.about, number)

    rows = own.annotate(about=F(about))
    return LastLabels(rows, sheet.kind, allocation, place, _note_in)


def _note_in(details: Mapping[str, Any]) -> dict[str, Any]:
    return {"note": details.get("note", "")}
