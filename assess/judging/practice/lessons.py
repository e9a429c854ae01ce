"""Lessons: how each type of work is practised, labels by their scale, lists by acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from assess.judging.kinds import Grade
from assess.judging.work.desk import DESKS, Desk
from config.registry import Registry
from runs.models import Track


@dataclass(frozen=True)
class Lesson:
    """How some work is practised: its file of items, and the possible answers.

    `answers` returns a track's, from worst to best where they have an order. `begun`
    selects what a person did of such work: whoever did any needs no practice.
    """

    work: str
    file: Path
    answers: Callable[[Track], tuple[Grade, ...]]
    begun: Callable[[User], QuerySet[Any]]


# Of work that edits a list; a type of label declares its practice on its desk.
EDITING: Registry[Lesson] = Registry("lesson", name="work")
register = EDITING.register


def lesson_of(work: str) -> Lesson | None:
    """Return how a type of work is practised, None if it is not."""
    if work in EDITING:
        return EDITING.get(work)
    return _by_scale(DESKS.get(work)) if work in DESKS else None


def _by_scale(desk: Desk) -> Lesson | None:
    if not desk.practice:
        return None
    labels = desk.kind.model.objects
    return Lesson(
        desk.work,
        desk.practice,
        desk.kind.scale,
        lambda person: labels.filter(judge__user=person),
    )


def practised_works() -> tuple[str, ...]:
    """Return the names of all types of work that can be practised."""
    names = (*DESKS.names(), *EDITING.names())
    return tuple(name for name in names if lesson_of(name))
