"""The specification of a model, and the cost of its calls."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

MILLION = Decimal(1_000_000)


@dataclass(frozen=True)
class Price:
    """Prices per million tokens, in the operator's currency."""

    prompt: Decimal
    completion: Decimal

    def cost(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """Return the cost of one call."""
        paid = self.prompt * prompt_tokens + self.completion * completion_tokens
        return paid / MILLION


@dataclass(frozen=True)
class ModelSpec:
    """A model behind an endpoint that speaks the chat-completions protocol.

    `parameters` go into each request's body and override the prompt's. A parameter that
    is None is omitted, for models that reject it. Without a price the cost is unknown.
    """

    endpoint: str
    model: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None

    def merged(self, defaults: Mapping[str, object]) -> dict[str, object]:
        """Return the parameters of a call, given those of a prompt."""
        both = {**defaults, **self.parameters}
        return {name: value for name, value in both.items() if value is not None}


@dataclass(frozen=True)
class Usage:
    """Tokens as counted by the endpoint; None if it did not report them."""

    prompt_tokens: int | None
    completion_tokens: int | None

    @property
    def total(self) -> int | None:
        """Return all tokens, None if those of the prompt are unknown."""
        if self.prompt_tokens is None:
            return None
        return self.prompt_tokens + (self.completion_tokens or 0)

    def cost(self, price: Price | None) -> Decimal | None:
        """Return the cost, None if price or tokens are unknown."""
        if price is None or self.prompt_tokens is None:
            return None
        return price.cost(self.prompt_tokens, self.completion_tokens or 0)


def call_key(
    spec: ModelSpec, parameters: Mapping[str, object], *, prompt_hash: str, attempt: int
) -> str:
    """Return the ledger's key: one reply is bought for each, 64 hexadecimal digits."""
    parts = [spec.endpoint, spec.model, dict(parameters), prompt_hash, attempt]
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
