"""What a draft of a whole bank takes: its calls, and each model's tokens and cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assess.judging.machine.readiness import NotReady, model_of, pinned_prompts
from assess.judging.models import Judge
from exams.drafting.calls import PROMPTS, Need, needs_of
from exams.models import Question
from llm.estimates import Estimate, Sample, estimate
from runs.kernel.exam import Exam
from runs.models import Track

FEW = 20  # calls that are rendered
FORM = Question.QUESTION


class DraftCost(NamedTuple):
    """What a judge takes for one new bank of questions, or why it cannot write it."""

    judge: Judge
    estimate: Estimate | None
    refusal: str


def draft_costs(track: Track, judges: Iterable[Judge]) -> list[DraftCost]:
    """Return what each judge takes for a new bank of all topics."""
    needs = needs_of(track, None)
    return [_cost(judge, needs, track.profile.exam) for judge in judges]


def _cost(judge: Judge, needs: Sequence[Need], rules: Exam) -> DraftCost:
    names = [name for (form, _), name in PROMPTS.items() if form == FORM]
    try:
        prompts = pinned_prompts(judge, names)
    except NotReady as error:
        return DraftCost(judge, None, str(error))
    samples = []
    for name in names:
        own = [need for need in needs if need.prompt(FORM) == name]
        rendered = [prompts[name].render(n.values(FORM, rules)) for n in own[:FEW]]
        samples.append(Sample(prompts[name], tuple(rendered), len(own)))
    return DraftCost(judge, estimate(model_of(judge), samples), "")
