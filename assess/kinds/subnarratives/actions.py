"""Changes that an assessor makes to a topic's sub-narratives: steps, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from assess.judging.allocations.actions import finish
from assess.judging.models import Allocation
from assess.judging.queues.actions import renew_lease
from runs.actions import review as reviewing
from runs.actions.acts import Act
from runs.actions.review import ListChanged
from runs.actions.subnarrative_rows import lock_list, revision_of
from runs.models import SubnarrativeEdit, Topic


class ReviewFinished(Exception):
    """The review was finished or released: the list cannot be changed by it now."""


@dataclass(frozen=True)
class Command:
    """One step by its name; `on` is a sub-narrative's uuid, `text` as typed."""

    action: str
    on: str = ""
    text: str = ""


Step = Callable[[Topic, Command, Act], SubnarrativeEdit]


def _weigh(importance: str) -> Step:
    return lambda topic, command, act: reviewing.set_importance(
        topic, command.on, importance, act=act
    )


def _shift(by: int) -> Step:
    return lambda topic, command, act: reviewing.shift_subnarrative(
        topic, command.on, by=by, act=act
    )


STEPS: dict[str, Step] = {
    "vital": _weigh("vital"),
    "okay": _weigh("okay"),
    "unset": _weigh(""),
    "up": _shift(-1),
    "down": _shift(1),
    "add": lambda topic, command, act: reviewing.add_subnarrative(
        topic, command.text, after=command.on or None, act=act
    ),
    "reword": lambda topic, command, act: reviewing.reword_subnarrative(
        topic, command.on, command.text, act=act
    ),
    "drop": lambda topic, command, act: reviewing.drop_subnarrative(
        topic, command.on, act=act
    ),
    "undo": lambda topic, _command, act: reviewing.undo(topic, act=act),
    "redo": lambda topic, _command, act: reviewing.redo(topic, act=act),
}


def take_step(work: Allocation, command: Command, *, act: Act) -> SubnarrativeEdit:
    """Do one step of an open review; renew the lease of work from a shared queue.

    Raise ReviewFinished, NotListed, and ListChanged or TwinWording as
    `reviewing.take_step` does.
    """
    with transaction.atomic():
        lock_list(work.topic)
        done = work.topic.subnarrative_edits.filter(key=act.key).exists()
        if not done and not Allocation.objects.open().filter(pk=work.pk).exists():
            raise ReviewFinished
        edit = STEPS[command.action](work.topic, command, act)
        renew_lease(work, now=act.now)
    return edit


def finish_review(work: Allocation, *, seen: int, now: datetime) -> None:
    """Finish the review of the list that the person saw.

    Raise ListChanged if the list has changed since, ReviewFinished if it was closed.
    """
    with transaction.atomic():
        lock_list(work.topic)
        if revision_of(work.topic) != seen:
            raise ListChanged
        if not finish(work, now=now):
            raise ReviewFinished
