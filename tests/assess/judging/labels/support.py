"""Support labels of citations, given one by one."""

from __future__ import annotations

from uuid import uuid4

from assess.judging.labels.writer import Act, Outcome, give_label
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from tests.make import NOW

SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


def act(seen: int = 0, **rest: object) -> Act:
    return Act(key=uuid4(), seen=seen, **rest)  # type: ignore[arg-type]


def give(judge: Judge, item: tuple[int, ...], value: str, action: Act) -> Outcome:
    assert judge.user
    return give_label(
        ASSIGNMENT, item, value, judge=judge, actor=judge.user, act=action, now=NOW
    )


def values() -> list[tuple[str, int]]:
    return list(AssignmentLabel.objects.order_by("pk").values_list("value", "version"))
