"""What is left of a judge's work before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assess.judging.machine.readiness import pinned_prompts
from assess.judging.machine.registry import Machine, Scope
from assess.judging.models import Judge


class WorkPreview(NamedTuple):
    """Items in all, and without a label; facts: counts of what is left out."""

    items: int
    missing: int
    facts: Mapping[str, int]


def preview_of(machine: Machine, scope: Scope) -> WorkPreview:
    """Return what is left to judge; raise NotReady for a judge of other prompts."""
    if scope.judge.kind == Judge.MODEL:
        pinned_prompts(scope.judge, machine.prompts_of(scope.judge))
    plan = machine.plan(scope)
    missing = sum(len(unit.items) for unit in plan.units)
    return WorkPreview(plan.items, missing, plan.facts)
