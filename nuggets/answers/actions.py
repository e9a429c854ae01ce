"""Changes of a gold answer: save it, with all revisions, and finish it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.kernel.idempotency import check_same
from assess.judging.allocations.actions import finish
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation
from assess.judging.queues.actions import renew_lease
from nuggets.models import AnswerRevision, Bank, GoldAnswer, Nugget
from runs.models import Segment


class StaleAnswer(Exception):
    """The answer changed since it was read; `answer` is its current state."""

    def __init__(self, answer: GoldAnswer | None) -> None:
        super().__init__("changed since you opened it")
        self.answer = answer


class AnswerShut(Exception):
    """The work is finished: the answer cannot be changed."""


class NotAPart(ValueError):
    """A nugget of another topic, or a passage of another track."""


class NothingWritten(Exception):
    """An empty answer cannot be finished."""


@dataclass(frozen=True)
class Said:
    """The content of an answer; the nuggets and passages by public id."""

    text: str
    covered: tuple[UUID, ...] = ()
    used: tuple[UUID, ...] = ()


class Saved(NamedTuple):
    """The result of a save."""

    version: int
    at: datetime


def answer_of(work: Allocation, bank: Bank) -> GoldAnswer | None:
    """Return the assessor's current answer, None before the first save."""
    return GoldAnswer.objects.filter(**_where(work, bank)).first()


def save_answer(
    work: Allocation, bank: Bank, said: Said, *, act: Act, now: datetime
) -> Saved:
    """Save the whole answer as one action, with the previous state as a revision.

    A repetition of the action returns the first result. Renew the lease of work from a
    shared queue. Raise StaleAnswer if the answer is no longer the one that the person
    saw, ReusedKey if the key came with another answer, AnswerShut in finished work,
    NotAPart for a foreign nugget or passage.
    """
    where = _where(work, bank)
    done = _done_before(where, act)
    if done:
        return done
    state = _state(work, said) | {"at": now}
    try:
        with transaction.atomic():
            _check_open(work)
            answer = _write(where, state, seen=_seen(where, act))
            _append(answer, act)
            renew_lease(work, now=now)
    except (IntegrityError, StaleAnswer):
        done = _done_before(where, act)
        if done:
            return done
        raise StaleAnswer(GoldAnswer.objects.filter(**where).first()) from None
    return Saved(answer.version, now)


def _where(work: Allocation, bank: Bank) -> dict[str, Any]:
    return {"bank": bank, "topic": work.topic, "author": work.assessor}


def _done_before(where: dict[str, Any], act: Act) -> Saved | None:
    done = _revision(where, act.key)
    if done is None:
        return None
    check_same(done.body, act.body)
    return Saved(done.version, done.at)


def _revision(where: dict[str, Any], key: UUID) -> AnswerRevision | None:
    answers = GoldAnswer.objects.filter(**where)
    return AnswerRevision.objects.filter(answer__in=answers, key=key).first()


def _check_open(work: Allocation) -> None:
    if not Allocation.objects.open().filter(pk=work.pk).exists():
        raise AnswerShut


def _state(work: Allocation, said: Said) -> dict[str, Any]:
    nuggets = Nugget.objects.filter(topic=work.topic_id)
    passages = Segment.objects.filter(track=work.track_id)
    return {
        "text": said.text.replace("\r\n", "\n"),
        "covered": _known(said.covered, nuggets.filter(uuid__in=said.covered)),
        "used": _known(said.used, passages.filter(uuid__in=said.used)),
    }


def _known(wanted: tuple[UUID, ...], rows: Any) -> list[str]:  # noqa: ANN401 - of any model
    found = set(rows.values_list("uuid", flat=True))
    if set(wanted) - found:
        raise NotAPart
    return [str(uuid) for uuid in dict.fromkeys(wanted)]


def _seen(where: dict[str, Any], act: Act) -> int:
    if act.after is None:
        return act.seen
    before = _revision(where, act.after)
    if before is None:  # it was rejected: nobody saw its result
        raise StaleAnswer(None)
    return before.version


def _write(where: dict[str, Any], state: dict[str, Any], *, seen: int) -> GoldAnswer:
    if not seen:
        return GoldAnswer.objects.create(**where, **state, version=1)
    same = GoldAnswer.objects.filter(**where, version=seen)
    if not same.update(**state, version=seen + 1):
        raise StaleAnswer(None)
    return GoldAnswer.objects.get(**where)


def _append(answer: GoldAnswer, act: Act) -> None:
    AnswerRevision.objects.create(
        answer=answer,
        version=answer.version,
        at=answer.at,
        key=act.key,
        body=act.body,
        client_time=act.client_time,
        active_ms=act.active_ms,
        **answer.said(),
    )


def finish_answer(work: Allocation, bank: Bank, *, now: datetime) -> None:
    """Finish the work on an answer; raise NothingWritten for an empty one."""
    with transaction.atomic():
        answer = answer_of(work, bank)
        if answer is None or not answer.text.strip():
            raise NothingWritten
        finish(work, now=now)
