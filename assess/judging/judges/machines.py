"""Create judges that run as machines, with fixed versions of all that they use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from assess.judging.judges.actions import create_baseline_judge, create_model_judge
from assess.judging.machine.baselines import all_baselines
from assess.judging.machine.readiness import (
    PRICE,
    SETTINGS,
    BadThreshold,
    check_batch,
    check_threshold,
    read_price,
)
from assess.judging.machine.settings import kept_settings
from assess.judging.models import Judge
from assess.judging.prompts.versions import versions_in_use
from llm.client import check_endpoint, model_from_settings
from llm.entailment import entailment_model
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
    body, except "price", "settings" and "batch", the most items of one call where a
    kind offers several. Raise JudgeExists, ModelNotSet, BadPrice, BadBatch, BadSetting
    or BadPrompt.
    """
    given = dict(parameters or {})
    read_price(given.get(PRICE))
    check_batch(given.get(Judge.BATCH, 1))
    if kept := kept_settings(track, given.pop(SETTINGS, {})):
        given[SETTINGS] = kept
    if not (model and endpoint):
        spec = model_from_settings(model)
        model, endpoint = spec.model, endpoint or spec.endpoint
    return create_model_judge(
        track,
        name,
        model=model,
        endpoint=check_endpoint(endpoint),
        prompts=versions_in_use(track),
        parameters=given,
        now=now,
    )


def add_entailment_judge(
    track: Track,
    name: str,
    *,
    model: str,
    now: datetime,
    endpoint: str = "",
    threshold: float | None = None,
) -> Judge:
    """Create the judge of an entailment model behind ENTAIL_ENDPOINT.

    threshold: the percentage that a probability of entailment must exceed. Raise
    JudgeExists, ModelNotSet or BadThreshold.
    """
    said: dict[str, object] = {Judge.PROTOCOL: Judge.ENTAILMENT}
    if threshold is not None:
        check_threshold(threshold)
        said[Judge.THRESHOLD] = threshold
    return create_model_judge(
        track,
        name,
        model=model,
        endpoint=entailment_model(model, endpoint).endpoint,
        prompts={},
        parameters=said,
        now=now,
    )


def add_baseline_judge(
    track: Track,
    name: str,
    *,
    baseline: str,
    now: datetime,
    threshold: float | None = None,
) -> Judge:
    """Create a baseline's judge; raise UnknownBaseline, BadThreshold or JudgeExists."""
    known = {each.name: each for each in all_baselines()}
    if baseline not in known:
        raise UnknownBaseline(
            f"There is no baseline {baseline!r}: use one of {', '.join(known)}."
        )
    if threshold is not None:
        check_threshold(threshold)
        if known[baseline].threshold is None:
            raise BadThreshold(f"The baseline {baseline} has no threshold.")
    return create_baseline_judge(
        track, name, baseline=baseline, now=now, threshold=threshold
    )
