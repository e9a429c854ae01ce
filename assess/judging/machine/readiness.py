"""Whether a judge can run, and the model and prompts that it then uses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from assess.judging.models import Judge
from assess.judging.prompts.versions import prompt_in_version
from llm.client import ModelNotSet, check_model
from llm.endpoints.lookup import price_of
from llm.entailment import check_entailment
from llm.kernel.prompt import BadPrompt, Prompt
from llm.kernel.spec import ModelSpec, Price
from llm.registry import prompt_named

PRICE, SETTINGS = "price", "settings"
# The parameters that are not the model's.
OURS = frozenset((PRICE, SETTINGS, Judge.BATCH, Judge.PROTOCOL, Judge.THRESHOLD))


class NotReady(Exception):
    """The judge cannot do this work; the message says why and what to do."""

    is_sentence = True


class BadPrice(ValueError):
    """A price that is not two amounts."""


class BadBatch(ValueError):
    """A number of items in a call that no prompt takes."""


class BadThreshold(ValueError):
    """A threshold that is no percentage, or for a judge that has none."""


_NO_MACHINE = {
    Judge.PERSON: "is a person: hand work out to people instead.",
    Judge.PANEL: "is a panel, which has no labels of its own: set its members to work.",
    Judge.IMPORT: "is for imported labels: they come only from files.",
    Judge.ADJUDICATION: "settles disagreements: its labels come only from people.",
}


def check_ready(
    judge: Judge,
    *,
    prompts: Iterable[str],
    baseline: str,
    takes_pairs: bool = False,
) -> None:
    """Raise NotReady unless the judge can do the work of these prompts now.

    `baseline` names the rule that does the same work offline. takes_pairs: an
    entailment model can do it too.
    """
    if judge.kind in _NO_MACHINE:
        raise NotReady(f"{judge} {_NO_MACHINE[judge.kind]}")
    if judge.kind == Judge.BASELINE:
        if judge.baseline != baseline:
            raise NotReady(
                f"{judge} is the baseline {judge.baseline!r}, which cannot do this: "
                f"make a judge of the baseline {baseline!r}, or of a model."
            )
        return
    if judge.takes_pairs and not takes_pairs:
        raise NotReady(f"{judge} is an entailment model, which takes only pairs.")
    if not judge.takes_pairs:
        pinned_prompts(judge, prompts)
    check = check_entailment if judge.takes_pairs else check_model
    try:
        check(model_of(judge))
    except ModelNotSet as error:
        raise NotReady(str(error)) from error


def pinned_prompts(judge: Judge, names: Iterable[str]) -> dict[str, Prompt]:
    """Return a model judge's prompts; raise NotReady if the files have changed.

    One judge must not have labels of two versions of a prompt.
    """
    return {name: _pinned(judge, name) for name in names}


def _pinned(judge: Judge, name: str) -> Prompt:
    pinned = str(judge.prompts.get(name, ""))
    try:
        prompt = prompt_named(name)
        if (found := prompt_in_version(judge.track, name, pinned)) is not None:
            return found
    except BadPrompt as error:
        raise NotReady(f"A prompt cannot be used. {error}") from error
    raise NotReady(
        f"{judge} was made with version {pinned or 'none'} of the prompt {name}, "
        f"which is now at version {prompt.version}. Make a new judge for the new "
        "prompt, so that labels of the two are never mixed."
    )


def model_of(judge: Judge) -> ModelSpec:
    """Return a judge's model, with its parameters and its price.

    Without a price of the judge's own, it is the one set up with the endpoint.
    """
    parameters = {k: v for k, v in judge.parameters.items() if k not in OURS}
    price = read_price(judge.parameters.get(PRICE))
    model = ModelSpec(judge.endpoint, judge.model, parameters, price)
    return replace(model, price=price_of(model))


def check_batch(given: object) -> None:
    """Raise BadBatch unless the number of items in a call is from 1 to the most."""
    if type(given) is not int or not 1 <= given <= Judge.MOST_IN_BATCH:
        raise BadBatch(f"A call takes from 1 to {Judge.MOST_IN_BATCH} items.")


def check_threshold(given: float) -> None:
    """Raise BadThreshold unless a threshold is a percentage that can be exceeded."""
    if not 0 <= given < 100:
        raise BadThreshold("A threshold is a percentage from 0 to below 100.")


def read_price(given: object) -> Price | None:
    """Return the price in {"prompt": "2.5", "completion": "10"}; None for None.

    Amounts are per million tokens. Raise BadPrice for anything else.
    """
    if given is None:
        return None
    if not isinstance(given, dict) or set(given) != {"prompt", "completion"}:
        raise BadPrice("A price has two amounts: prompt and completion.")
    try:
        amounts = [Decimal(str(given[name])) for name in ("prompt", "completion")]
    except InvalidOperation as error:
        raise BadPrice("The amounts of a price are numbers.") from error
    if not all(amount.is_finite() and amount >= 0 for amount in amounts):
        raise BadPrice("The amounts of a price are numbers from 0 up.")
    return Price(*amounts)
