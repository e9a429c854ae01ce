"""Write one label of a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.kernel.idempotency import ReusedKey, check_same
from accounts.models import User
from assess.judging.kinds import Kind
from assess.judging.models import Change, Judge, Label
from llm.models import Call

BATCH = 2_000  # rows that one statement writes or reads


class NotOnTheScale(ValueError):
    """The value is not one of the track's grades for this kind."""


class StaleLabel(Exception):
    """Somebody changed the label since it was read; `label` is its current state."""

    def __init__(self, label: Label | None) -> None:
        super().__init__("changed since you opened it")
        self.label = label


class NewLabel(NamedTuple):
    """A label to write: the item's row numbers in the kind's order, and the value."""

    item: tuple[int, ...]
    value: str
    details: dict[str, Any] = {}  # noqa: RUF012 - a tuple's default, never changed
    call: Call | None = None


class Recorded(NamedTuple):
    """How many labels a write created, changed, and left unchanged."""

    created: int
    changed: int
    same: int


@dataclass(frozen=True)
class Act:
    """A person's action on a label, as their browser sent it."""

    key: UUID  # a repetition of it counts once
    seen: int  # the version that the person saw; 0 if there was no label
    # The key of the same person's action that was still pending when this one was made:
    # they saw its result.
    after: UUID | None = None
    client_time: datetime | None = None
    active_ms: int | None = None
    details: dict[str, Any] = field(default_factory=dict)
    body: UUID | None = None  # a digest of the request's content


class Outcome(NamedTuple):
    """The result of an action: the label's value and version after it.

    told: what else its person is told, such as a machine's label.
    """

    value: str
    version: int
    at: datetime
    told: dict[str, Any] = {}  # noqa: RUF012 - a tuple's default, never changed


class Known(NamedTuple):
    """A label as it was read before an action: its row number and its state."""

    pk: int
    value: str
    version: int


def _nothing_more() -> None:
    """Write nothing in addition to the label."""


def give_label(
    kind: Kind,
    item: tuple[int, ...],
    value: str,
    *,
    judge: Judge,
    actor: User,
    act: Act,
    now: datetime,
    round: int = 0,
    repeat: int = 0,
    known: Known | None = None,
    along: Callable[[], None] = _nothing_more,
) -> Outcome:
    """Write one person's label, and the change, as one action; "" un-judges.

    A repetition of the action returns the first result. `known` saves reading the label
    again. `along` writes related rows in the same transaction. Raise StaleLabel if the
    label is no longer the one that the person saw, NotOnTheScale for a value off the
    track's scale, ReusedKey if the key came with another label or value.
    """
    if value and value not in kind.values(judge.track):
        raise NotOnTheScale(f"{value!r} is not a grade of {kind.title.lower()}")
    where = dict(zip(kind.columns, item, strict=True)) | {
        "judge": judge,
        "round": round,
        "repeat": repeat,
    }
    state = {"value": value, "details": act.details, "at": now, "actor": actor}
    state["profile_version"] = judge.track.profile.version
    try:
        with transaction.atomic():
            seen = _seen(kind, where, actor=actor, act=act)
            label, before = _write_one(kind, where, state, seen=seen, known=known)
            _append_change(kind, label, before=before, act=act)
            along()
    except (IntegrityError, StaleLabel):
        return _lost_race(kind, where, actor=actor, act=act)
    return Outcome(value, label.version, now)


def _done_before(
    kind: Kind, where: dict[str, Any], *, actor: User, act: Act
) -> Outcome | None:
    """Return the result of an action that was recorded before, if it was."""
    done = Change.objects.filter(actor=actor, key=act.key).first()
    if done is None:
        return None
    if not _is_on(done, kind, where):
        raise ReusedKey
    check_same(done.body, act.body)
    return Outcome(done.after, done.version, done.at)


def _is_on(change: Change, kind: Kind, where: dict[str, Any]) -> bool:
    labels = kind.model.objects.filter(pk=change.label_id, **where)
    return change.kind == kind.name and labels.exists()


def _seen(kind: Kind, where: dict[str, Any], *, actor: User, act: Act) -> int:
    if act.after is None:
        return act.seen
    before = Change.objects.filter(actor=actor, key=act.after).first()
    if before is None or not _is_on(before, kind, where):
        raise StaleLabel(None)
    return before.version


def _write_one(
    kind: Kind,
    where: dict[str, Any],
    state: dict[str, Any],
    *,
    seen: int,
    known: Known | None,
) -> tuple[Label, str]:
    if not seen:  # the constraint rejects a second row
        return kind.model.objects.create(**where, **state), ""
    if known is None or known.version != seen:
        known = _read(kind, where, version=seen)
    # A version's content never changes: a concurrent writer has created another
    # version.
    rows = kind.model.objects.filter(pk=known.pk, version=seen)
    if not rows.update(**state, version=seen + 1):
        raise StaleLabel(None)
    after = {**where, **state, "pk": known.pk, "version": seen + 1}
    return kind.model(**after), known.value


def _read(kind: Kind, where: dict[str, Any], *, version: int) -> Known:
    rows = kind.model.objects.filter(**where, version=version)
    found = rows.values_list("pk", "value", "version").first()
    if found is None:
        raise StaleLabel(None)
    return Known(*found)


def _append_change(kind: Kind, label: Label, *, before: str, act: Act) -> None:
    Change.objects.create(
        kind=kind.name,
        label_id=label.pk,
        judge=label.judge,
        actor=label.actor,
        key=act.key,
        body=act.body,
        version=label.version,
        before=before,
        after=label.value,
        details=label.details,
        at=label.at,
        client_time=act.client_time,
        active_ms=act.active_ms,
    )


def _lost_race(kind: Kind, where: dict[str, Any], *, actor: User, act: Act) -> Outcome:
    """Return the result of an action that its repetition, or a rival, overtook."""
    done = _done_before(kind, where, actor=actor, act=act)
    if done:
        return done
    raise StaleLabel(kind.model.objects.filter(**where).first())
