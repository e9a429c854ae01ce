"""What calls will take before they are made: tokens, cost, time.

Prompts are counted by their characters. Replies and times are means of the ledger's
calls of the same model and prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Avg, Count

from llm.kernel.prompt import CHARACTERS_A_TOKEN, Prompt, Rendered
from llm.kernel.spec import ModelSpec
from llm.models import Call


class Estimate(NamedTuple):
    """Calls, and what they take; None where nothing is known.

    recorded: on how many calls of the ledger the replies and the time rest.
    """

    calls: int
    prompt_tokens: int
    reply_tokens: int | None
    cost: Decimal | None
    seconds: float | None
    recorded: int


@dataclass(frozen=True)
class Sample:
    """Rendered calls of one prompt, and how many such calls there will be.

    Without any, the prompt's own text stands for them.
    """

    prompt: Prompt
    rendered: tuple[Rendered, ...]
    calls: int

    @property
    def prompt_tokens(self) -> float:
        """Return the tokens of all calls' prompts, by the sample's mean."""
        if not self.rendered:
            own = len(self.prompt.system) + len(self.prompt.user)
            return own / CHARACTERS_A_TOKEN * self.calls
        messages = [message for each in self.rendered for message in each.messages]
        letters = sum(len(message["content"]) for message in messages)
        return letters / len(self.rendered) / CHARACTERS_A_TOKEN * self.calls


class _Known(NamedTuple):
    """The recorded calls of a prompt: their number, mean reply and mean time."""

    number: int
    tokens: float | None
    seconds: float | None


def estimate(model: ModelSpec, samples: Iterable[Sample]) -> Estimate:
    """Return what calls of one model take together."""
    given = [each for each in samples if each.calls]
    known = _known(model)
    nothing = _Known(0, None, None)
    own = [known.get(each.prompt.name, nothing) for each in given]
    tokens = _total([(s.calls, k.tokens) for s, k in zip(given, own, strict=True)])
    asked = round(sum(each.prompt_tokens for each in given))
    replied = None if tokens is None else round(tokens)
    cost = None
    if model.price is not None and replied is not None:
        cost = model.price.cost(asked, replied)
    return Estimate(
        calls=sum(each.calls for each in given),
        prompt_tokens=asked,
        reply_tokens=replied,
        cost=cost,
        seconds=_total([(s.calls, k.seconds) for s, k in zip(given, own, strict=True)]),
        recorded=sum(each.number for each in own),
    )


def _total(rows: list[tuple[int, float | None]]) -> float | None:
    """Return the sum of calls × mean; None where a mean is unknown."""
    found = 0.0
    for calls, mean in rows:
        if mean is None:
            return None
        found += calls * mean
    return found


def _known(model: ModelSpec) -> Mapping[str, _Known]:
    calls = Call.objects.answered().filter(endpoint=model.endpoint, model=model.model)
    rows = calls.order_by().values_list("prompt_name")
    counted = rows.annotate(Count("pk"), Avg("completion_tokens"), Avg("seconds"))
    return {name: _Known(*rest) for name, *rest in counted}
