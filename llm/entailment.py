"""Questions to an entailment model, through the ledger: pairs in, probabilities out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from django.conf import settings

from llm.actions import Request
from llm.client import (
    Answer,
    ModelFailed,
    ModelNotSet,
    check_endpoint,
    connected,
    storable_reply,
)
from llm.kernel.entailment import (
    Pair,
    Probabilities,
    read_probabilities,
    written_pairs,
)
from llm.kernel.prompt import Prompt, Rendered
from llm.kernel.reply import BadReply
from llm.kernel.spec import ModelSpec, Usage
from llm.questions import Asking, Check, Parsed, asked

# The ledger names each call by it; the pairs are all that is sent.
CONTRACT = Prompt("entailment", "1", "", "", {}, {})
NO_KEY = "none"  # sent where the endpoint needs no key


def entailment_model(model: str, endpoint: str = "") -> ModelSpec:
    """Return a model behind ENTAIL_ENDPOINT; raise ModelNotSet without an address."""
    found = endpoint or settings.ENTAIL_ENDPOINT
    if not found:
        raise ModelNotSet(
            "Set ENTAIL_ENDPOINT: the address to which pairs of texts are posted."
        )
    return ModelSpec(check_endpoint(found, "ENTAIL"), model)


def check_entailment(spec: ModelSpec) -> None:
    """Raise ModelNotSet unless the model's endpoint is the one of the settings."""
    own = entailment_model(spec.model).endpoint
    if spec.endpoint != own:
        raise ModelNotSet(
            f"The model {spec.model} was set up at {spec.endpoint}, but "
            f"ENTAIL_ENDPOINT is {own}."
        )


def ask_pairs(
    pairs: Sequence[Pair],
    *,
    attempts: int = 3,
    check: Check | None = None,
    **asking: Unpack[Asking],
) -> Parsed[list[Probabilities]]:
    """Return the probabilities of some pairs, from the ledger or from the model.

    An unreadable reply is asked for again; at most `attempts` are bought. Raise
    BadReply with the last reason, and whatever `llm.questions.ask` raises.
    """
    body = Rendered(({"role": "user", "content": written_pairs(pairs)},))
    request = Request(
        prompt=CONTRACT,
        rendered=body,
        model=asking["model"],
        parameters={},
        attempt=1,
        job=asking.get("job"),
        scope=asking.get("scope"),
        input_ids=asking.get("input_ids") or {},
        only_held=asking.get("only_held", False),
    )
    bought = 0
    while True:
        reply = asked(request, check, send=_send, check_model=check_entailment)
        bought += not reply.reused
        try:
            found = read_probabilities(reply.text, expected=len(pairs))
        except BadReply as error:
            if bought >= attempts:
                raise BadReply(
                    f"No reply could be read. The last one: {error}"
                ) from error
            request = replace(request, attempt=request.attempt + 1)
        else:
            return Parsed(found, reply)


def _send(
    spec: ModelSpec, rendered: Rendered, _parameters: dict[str, object]
) -> Answer:
    """Post the pairs; raise ModelBusy, ModelFailed or ModelNotSet."""
    check_entailment(spec)
    # Imported by the client before.
    import httpx2  # noqa: PLC0415

    with connected(spec.endpoint, settings.ENTAIL_KEY or NO_KEY) as client:
        found = client.post(
            spec.endpoint,
            cast_to=httpx2.Response,
            content=rendered.messages[0]["content"].encode(),
            options={"headers": {"Content-Type": "application/json"}},
        )
        try:
            text = found.text
        except (ValueError, LookupError) as error:
            raise ModelFailed("The endpoint's reply is not text.") from error
    return Answer(storable_reply(text), Usage(None, None))
