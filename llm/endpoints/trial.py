"""One harmless question to an endpoint, outside the ledger."""

from __future__ import annotations

import time
from typing import NamedTuple

from llm.client import ModelFailed, ModelNotSet, send
from llm.kernel.prompt import Rendered
from llm.kernel.spec import ModelSpec
from llm.models import Endpoint

QUESTION = "Which colour is a clear sky at noon? Reply with one word."
SHOWN = 500  # characters of the reply


class Trial(NamedTuple):
    """What came of it: the reply and what it took, or the reason why there is none."""

    model: str
    reply: str = ""
    seconds: float = 0.0
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    error: str = ""


def try_endpoint(endpoint: Endpoint, model: str) -> Trial:
    """Ask a model once; nothing is recorded and nothing is tried again."""
    messages = ({"role": "user", "content": QUESTION},)
    start = time.monotonic()
    try:
        answer = send(ModelSpec(endpoint.url, model), Rendered(messages), {})
    except (ModelFailed, ModelNotSet) as error:
        return Trial(model, error=str(error))
    return Trial(
        model,
        reply=answer.text[:SHOWN],
        seconds=time.monotonic() - start,
        prompt_tokens=answer.usage.prompt_tokens,
        reply_tokens=answer.usage.completion_tokens,
    )
