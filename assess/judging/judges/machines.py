"""Create judges that run as machines, with fixed versions of all that they use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from assess.judging.judges.actions import create_baseline_judge, create_model_judge
from assess.judging.machine.baselines import all_baselines
from assess.judging.machine.readiness import PRICE, read_price
from assess.judging.models import Judge
from llm.client import check_endpoint, model_from_settings
from llm.registry import prompt_named, prompt_names
from runs.models import Track


class UnknownBaseline(ValueError):
    """There is no baseline of that name; the message lists the existing ones."""


def add_model_judge(
    track: Track,
    name: str,
    *,
    now: datetime,
    model: str = "",
    endpoint: str = "",
    parameters: Mapping[str, object] | None = None,
) -> Judge:
    """Create a model's judge with the current version of every prompt.

    Model and endpoint default to the settings. `parameters` go into each request's
    body, except "price". Raise JudgeExists, ModelNotSet, BadPrice or BadPrompt.
    """
    given = dict(parameters or {})
    read_price(given.get(PRICE))
    if not (model and endpoint):
        spec = model_from_settings(model)
        model, endpoint = spec.model, endpoint or spec.endpoint
    return create_model_judge(
        track,
        name,
        model=model,
        endpoint=check_endpoint(endpoint),
        prompts={each: prompt_named(each).version for each in prompt_names()},
        parameters=given,
        now=now,
    )


def add_baseline_judge(
    track: Track, name: str, *, baseline: str, now: datetime
) -> Judge:
    """Create a baseline's judge; raise UnknownBaseline or JudgeExists."""
    known = [each.name for each in all_baselines()]
    if baseline not in known:
        raise UnknownBaseline(
            f"There is no baseline {baseline!r}: use one of {', '.join(known)}."
        )
    return create_baseline_judge(track, name, baseline=baseline, now=now)
