"""The tokens of prompts, counted by the endpoint's own tokenizer where it has one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from llm.client import ModelFailed, ModelNotSet, reached
from llm.kernel.prompt import Rendered
from llm.kernel.spec import ModelSpec

if TYPE_CHECKING:
    import openai

LONGEST_WAIT = 5.0  # seconds for a count
ASK_AGAIN = 300.0  # seconds after which an endpoint without a tokenizer is asked again

_without: dict[str, float] = {}


class NoCount(Exception):
    """The endpoint's reply holds no count."""


def count_tokens(model: ModelSpec, prompts: Sequence[Rendered]) -> list[int] | None:
    """Return the tokens of each prompt; None if the endpoint counts none.

    llama.cpp applies its model's template and counts the result; vLLM counts messages.
    Nothing is asked of an endpoint that could not count lately. Call it outside a
    transaction.
    """
    if not prompts:
        return []
    if _without.get(model.endpoint, 0.0) > time.monotonic():
        return None
    root = model.endpoint.removesuffix("/v1")
    try:
        with reached(model) as client:
            brief = client.with_options(timeout=LONGEST_WAIT)
            return [_counted(brief, root, model, each) for each in prompts]
    except (ModelFailed, ModelNotSet, NoCount):
        _without[model.endpoint] = time.monotonic() + ASK_AGAIN
        return None


def _counted(
    client: openai.OpenAI, root: str, model: ModelSpec, prompt: Rendered
) -> int:
    messages = list(prompt.messages)
    asked = {"model": model.model, "messages": messages}
    found = _posted(client, f"{root}/tokenize", asked)
    if type(found.get("count")) is int:  # vLLM
        return int(found["count"])
    whole = _posted(client, f"{root}/apply-template", asked).get("prompt")
    if not isinstance(whole, str):
        raise NoCount
    content = {"content": whole, "add_special": True, "parse_special": True}
    tokens = _posted(client, f"{root}/tokenize", content).get("tokens")
    if not isinstance(tokens, list):
        raise NoCount
    return len(tokens)


def _posted(
    client: openai.OpenAI, url: str, body: Mapping[str, object]
) -> dict[str, Any]:
    import httpx2  # noqa: PLC0415 - imported by the client before

    try:
        found = client.post(url, cast_to=httpx2.Response, body=body).json()
    except (ValueError, LookupError) as error:
        raise NoCount from error
    if not isinstance(found, dict):
        raise NoCount
    return found
