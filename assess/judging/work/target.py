"""The target of a label: the work, its item and its judge, read in one statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db.models import (
    BigIntegerField,
    CharField,
    Exists,
    OuterRef,
    QuerySet,
    Subquery,
    UUIDField,
)
from django.db.models.functions import JSONObject

from accounts.models import User
from assess.judging.kinds import Kind
from assess.judging.labels.writer import Known
from assess.judging.models import Allocation, Judge, Thread
from config.operations.statements import Given, Statement


class NotHeld(LookupError):
    """The person does not have this work."""


class Held(Protocol):
    """A person's claim to some work; an allocation is one."""

    @property
    def assessor(self) -> User:
        """Return the person who claims the work."""

    @property
    def uuid(self) -> UUID:
        """Return the allocation's public id."""


class Claim(NamedTuple):
    """Work that a request names, before anything was read."""

    assessor: User
    uuid: UUID


@dataclass(frozen=True)
class Target:
    """The work and the state of one label in it.

    `judge` is the label's judge, None before the person's first label. `known` is the
    label as it was read, None if there is none or it was not read. `facts` are the
    kind's own columns of the item. `may_be_skipped` is False if the item is not.
    """

    work: Allocation
    judge: Judge | None = None
    known: Known | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    may_be_skipped: bool = True


def _held() -> QuerySet[Allocation]:
    person = Given("person", BigIntegerField())
    held = Allocation.objects.held_by(person).filter(uuid=Given("uuid", UUIDField()))
    return held.select_related("track", "topic__conversation")


_HELD = Statement(_held)


def find_work(held: Held, *works: str) -> Allocation:
    """Return a person's allocation of some types of work; raise NotHeld.

    An allocation that was read already is not read again.
    """
    if isinstance(held, Allocation):
        return held
    allocation = _HELD.first(person=held.assessor.pk, uuid=held.uuid)
    if allocation is None or allocation.work not in works:
        raise NotHeld
    allocation.assessor = held.assessor
    return allocation


class Targets:
    """Finds the targets of a kind's labels, each in one statement.

    `facts` are the columns that the kind reads of an item, as annotations of the
    allocation; the parts of an item are `named` by their public ids.
    """

    def __init__(
        self, kind: Kind, facts: Callable[[], dict[str, Any]], *named: str
    ) -> None:
        self.kind = kind
        self._facts = facts
        self._names: tuple[str, ...] = ()  # set once the statement is built
        self.named = named
        self._read = Statement(self._build)

    def find(self, held: Held, *, name: str, **ids: UUID) -> Target:
        """Return the target of one label; raise NotHeld.

        name: the item's public name.
        """
        person = held.assessor
        row: Any = self._read.first(person=person.pk, uuid=held.uuid, name=name, **ids)
        if row is None:
            raise NotHeld
        row.assessor = person
        pk = row.judge_pk
        return Target(
            row,
            judge=Judge(pk=pk, track=row.track, user=person) if pk else None,
            known=Known(**row.known_label) if row.known_label else None,
            facts={name: getattr(row, name) for name in self._names},
            may_be_skipped=row.is_skipped,
        )

    def _build(self) -> QuerySet[Allocation]:
        facts = self._facts()
        self._names = tuple(facts)
        person = Judge.objects.filter(
            kind=Judge.PERSON, track=OuterRef("track"), user=OuterRef("assessor")
        )
        name = Given("name", CharField())
        threads = Thread.objects.filter(allocation=OuterRef("pk"), skipped=True)
        return (
            _held()
            .filter(work=self.kind.name)
            .annotate(
                judge_pk=Subquery(person.values("pk")[:1]),
                known_label=Subquery(self._labels()),
                is_skipped=Exists(threads.filter(item=name)),
                **facts,
            )
        )

    def _labels(self) -> QuerySet[Any]:
        item = {
            f"{part}__uuid": Given(part, UUIDField())
            if part in self.named
            else OuterRef(f"{part}__uuid")
            for part in self.kind.item
        }
        labels = self.kind.model.objects.filter(
            judge__kind=Judge.PERSON,
            judge__track=OuterRef("track"),
            judge__user=OuterRef("assessor"),
            round=OuterRef("round"),
            repeat=OuterRef("repeat"),
            **item,
        )
        state = JSONObject(pk="pk", value="value", version="version")
        return labels.values(state=state)[:1]
