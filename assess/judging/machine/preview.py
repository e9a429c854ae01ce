"""What a judge's work will take before it starts: calls, tokens, cost, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assess.judging.machine.readiness import model_of, pinned_prompts
from assess.judging.machine.registry import Machine, Scope, Unit
from assess.judging.models import Judge
from llm.estimates import Estimate, Sample, estimate
from llm.kernel.prompt import Prompt, Rendered

FEW = 40  # units whose prompts are rendered


class WorkPreview(NamedTuple):
    """Items in all, and without a label; the calls of a model, None of a baseline.

    facts: counts of what is left out. is_most: some calls may prove unnecessary.
    """

    items: int
    missing: int
    facts: Mapping[str, int]
    model: Estimate | None
    is_most: bool = False


def preview_of(machine: Machine, scope: Scope) -> WorkPreview:
    """Return what is left to judge; raise NotReady for a judge of other prompts."""
    plan = machine.plan(scope)
    missing = sum(len(unit.items) for unit in plan.units)
    if scope.judge.kind != Judge.MODEL:
        return WorkPreview(plan.items, missing, plan.facts, None)
    prompts = pinned_prompts(scope.judge, machine.prompts_of(scope.judge))
    samples = _samples(machine, scope, plan.units, prompts)
    follow = [each for each in prompts.values() if each.name in machine.follow]
    calls = sum(each.calls for each in samples)
    samples += [Sample(each, (), calls) for each in follow]
    found = estimate(model_of(scope.judge), samples)
    return WorkPreview(plan.items, missing, plan.facts, found, bool(follow))


def _samples(
    machine: Machine, scope: Scope, units: Sequence[Unit], prompts: Mapping[str, Prompt]
) -> list[Sample]:
    """Return every so many units' calls, which stand for all of them."""
    some = units[:: max(1, len(units) // FEW)][:FEW]
    rendered: dict[str, list[Rendered]] = defaultdict(list)
    for question in machine.load(scope, some):
        if question.known is None:
            values = question.values
            rendered[question.prompt].append(prompts[question.prompt].render(values))
    each = len(units) / len(some) if some else 0
    return [
        Sample(prompts[name], tuple(own), round(len(own) * each))
        for name, own in rendered.items()
    ]
