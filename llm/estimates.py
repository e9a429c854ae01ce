"""What calls will take before they are made: tokens, money, time.

Tokens of prompts: by the endpoint's tokenizer, else by the characters a token of this
model's recorded calls, else by a stated default. Replies and their times are means of
the recorded calls of the same model and prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Avg, Count, Max, Sum

from llm.endpoints.lookup import limits_of
from llm.kernel.load import MINUTE, Limits
from llm.kernel.prompt import CHARACTERS_A_TOKEN, Prompt, Rendered
from llm.kernel.spec import ModelSpec
from llm.models import Call
from llm.tokenizer import count_tokens

REPLY_TOKENS = 200  # of a reply, where none of the model is on record
BY_TOKENIZER, BY_LEDGER, BY_DEFAULT = "tokenizer", "ledger", "default"


class Estimate(NamedTuple):
    """New calls, and what they take; None where it is unknown.

    held: calls whose reply the ledger has already; they cost nothing. recorded: on how
    many recorded calls the replies and the time rest; 0: reply tokens are assumed.
    counted: how prompt tokens are counted, one of BY_*. concurrency: calls at once.
    """

    calls: int
    prompt_tokens: int
    reply_tokens: int
    cost: Decimal | None
    seconds: float | None
    recorded: int
    held: int = 0
    counted: str = BY_DEFAULT
    characters_a_token: float = CHARACTERS_A_TOKEN
    concurrency: int = 1
    is_most: bool = False


@dataclass
class Sample:
    """Calls of one prompt: how many, and some of them rendered.

    Those rendered stand for all. Without any, the prompt's own text does.
    """

    prompt: Prompt
    rendered: Sequence[Rendered]
    calls: int

    @property
    def texts(self) -> Sequence[Rendered]:
        """Return what is counted: at least one text."""
        own = {"role": "user", "content": self.prompt.system + self.prompt.user}
        return self.rendered or [Rendered((own,))]


@dataclass
class Tally:
    """The calls of one job, counted without being made.

    `most` texts of each prompt are kept. `share` is the part of the job's items that
    were counted; the estimate scales up from it. is_most: some calls may prove
    unnecessary, or shorter.
    """

    most: int
    held: int = 0
    share: float = 1.0
    is_most: bool = False
    samples: dict[str, Sample] = field(default_factory=dict)

    def add(self, prompt: Prompt, rendered: Rendered | None) -> None:
        """Count one call."""
        sample = self.samples.setdefault(prompt.name, Sample(prompt, [], 0))
        sample.calls += 1
        if rendered is not None and len(sample.rendered) < self.most:
            sample.rendered = [*sample.rendered, rendered]

    def estimate(self, model: ModelSpec) -> Estimate:
        """Return what the counted calls take, scaled to the whole job."""
        scaled = [
            Sample(each.prompt, each.rendered, round(each.calls / self.share))
            for each in self.samples.values()
        ]
        found = estimate(model, scaled)
        held = round(self.held / self.share)
        return found._replace(held=held, is_most=self.is_most)


class _Known(NamedTuple):
    """The recorded calls of a prompt: their number, mean reply and mean time."""

    number: int
    tokens: float | None
    seconds: float | None


_NOTHING = _Known(0, None, None)


def estimate(model: ModelSpec, samples: Iterable[Sample]) -> Estimate:
    """Return what calls of one model take together, within the endpoint's limits."""
    given = [each for each in samples if each.calls]
    known = _known(model)
    own = [known.get(each.prompt.name, _NOTHING) for each in given]
    calls = sum(each.calls for each in given)
    asked, counted, rate = _prompt_tokens(model, given)
    replied = round(
        sum(
            each.calls * (REPLY_TOKENS if k.tokens is None else k.tokens)
            for each, k in zip(given, own, strict=True)
        )
    )
    limits = limits_of(model.endpoint)
    busy = _total([(s.calls, k.seconds) for s, k in zip(given, own, strict=True)])
    return Estimate(
        calls=calls,
        prompt_tokens=asked,
        reply_tokens=replied,
        cost=model.price.cost(asked, replied) if model.price else None,
        seconds=_seconds(limits, calls, asked + replied, busy),
        recorded=sum(each.number for each in own),
        counted=counted,
        characters_a_token=rate,
        concurrency=limits.concurrency,
    )


def largest_reply(
    model: ModelSpec, prompt: str, parameters: Mapping[str, object]
) -> int:
    """Return how many tokens to set aside for a reply.

    The parameters' limit if they have one, else the longest reply on record of this
    model and prompt, but never less than REPLY_TOKENS.
    """
    for name in ("max_completion_tokens", "max_tokens"):
        limit = parameters.get(name)
        if type(limit) is int and limit > 0:
            return limit
    rows = Call.objects.answered().filter(endpoint=model.endpoint, model=model.model)
    longest = rows.filter(prompt_name=prompt).aggregate(n=Max("completion_tokens"))
    return max(REPLY_TOKENS, longest["n"] or 0)


def characters_a_token(model: ModelSpec) -> float | None:
    """Return the characters a prompt token of a model's recorded calls; None: none."""
    rows = Call.objects.answered().filter(endpoint=model.endpoint, model=model.model)
    told = rows.filter(characters__gt=0, prompt_tokens__gt=0).order_by()
    found = told.aggregate(letters=Sum("characters"), tokens=Sum("prompt_tokens"))
    return found["letters"] / found["tokens"] if found["tokens"] else None


def _prompt_tokens(
    model: ModelSpec, samples: Sequence[Sample]
) -> tuple[int, str, float]:
    """Return the prompts' tokens, how they are counted, and characters a token."""
    texts = [text for each in samples for text in each.texts]
    letters = sum(text.characters for text in texts)
    counts = count_tokens(model, texts)
    if counts is not None:
        rest = iter(counts)
        total = 0.0
        for each in samples:
            own = [next(rest) for _ in each.texts]
            total += sum(own) * (each.calls / len(own))
        rate = letters / sum(counts) if sum(counts) else CHARACTERS_A_TOKEN
        return round(total), BY_TOKENIZER, rate
    known = characters_a_token(model)
    rate = known or CHARACTERS_A_TOKEN
    characters = sum(
        sum(text.characters for text in each.texts) * (each.calls / len(each.texts))
        for each in samples
    )
    return round(characters / rate), BY_LEDGER if known else BY_DEFAULT, rate


def _seconds(
    limits: Limits, calls: int, tokens: int, busy: float | None
) -> float | None:
    """Return the longest of the times that the endpoint's limits set.

    busy: the sum of all calls' times; None, and so the result, if it is unknown.
    """
    if busy is None:
        return None
    return max(
        busy / max(1, min(limits.concurrency, calls)),
        calls * MINUTE / limits.requests if limits.requests else 0.0,
        tokens * MINUTE / limits.tokens if limits.tokens else 0.0,
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
