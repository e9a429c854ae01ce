"""The client of language models: one request, one reply, over the openai SDK."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings

from llm.endpoints.addresses import PrivateAddress, guard
from llm.endpoints.keys import KeyMissing, key_of
from llm.endpoints.lookup import endpoint_at
from llm.kernel.prompt import Rendered
from llm.kernel.reply import REFUSED
from llm.kernel.spec import ModelSpec, Price, Usage

if TYPE_CHECKING:
    import ssl

    import openai

LONGEST_ERROR = 500
LONGEST_REASON = 40  # characters
LONGEST_REPLY = 1_000_000  # characters


class ModelNotSet(Exception):
    """A setting is missing; the message says which one and how to set it."""

    is_sentence = True


class ModelFailed(Exception):
    """The endpoint refused the call or sent no valid reply; the message says why."""

    is_sentence = True


class ModelBusy(ModelFailed):
    """The endpoint is unavailable or too slow; the same call may succeed later.

    has_refused: it takes no more calls for now. retry_after: the seconds that it asks
    for, None if it does not say.
    """

    has_refused = False
    retry_after: float | None = None


class ModelRefused(ModelFailed):
    """The endpoint accepts no call like this: a wrong key, an unknown model."""


@dataclass(frozen=True)
class Answer:
    """The reply and its usage.

    finish_reason: the endpoint's, "" if it gave none; "refusal" if the reply is the
    text of a refusal, in the protocol's own field for that.
    """

    text: str
    usage: Usage
    finish_reason: str = ""


def model_from_settings(
    model: str = "",
    *,
    parameters: dict[str, object] | None = None,
    price: Price | None = None,
) -> ModelSpec:
    """Return the model behind LLM_ENDPOINT, LLM_MODEL if none is named.

    Raise ModelNotSet with a sentence that names the missing setting.
    """
    named = model or settings.LLM_MODEL
    if not named:
        raise ModelNotSet("Set LLM_MODEL: the model to ask, such as gpt-4o.")
    return ModelSpec(_endpoint(), named, parameters or {}, price)


def send(spec: ModelSpec, rendered: Rendered, parameters: dict[str, object]) -> Answer:
    """Send one request; raise ModelBusy, ModelFailed or ModelNotSet.

    Call it outside a transaction.
    """
    with reached(spec) as client:
        raw = client.chat.completions.with_raw_response.create(
            model=spec.model,
            messages=list(rendered.messages),  # type: ignore[arg-type]
            extra_body=parameters,
        )
        return _answer(raw.text)


@contextmanager
def reached(spec: ModelSpec) -> Iterator[openai.OpenAI]:
    """Give a client of a model's endpoint, with its key; raise as `send` does."""
    key, is_ours = _key_for(spec)
    watch = None if is_ours else guard(spec.endpoint)
    with connected(spec.endpoint, key, watch) as client:
        yield client


@contextmanager
def connected(
    endpoint: str, key: str, watch: Callable[[Any], None] | None = None
) -> Iterator[openai.OpenAI]:
    """Give a client of an endpoint; its failures leave as ModelFailed or ModelBusy.

    It follows no redirect: the texts and the key go to this endpoint alone. `watch`
    sees each request before it is sent.
    """
    # The import takes a second, which no page or other command should wait for.
    import openai  # noqa: PLC0415

    http = openai.DefaultHttpxClient(
        verify=_certificates(),
        follow_redirects=False,
        event_hooks={"request": [watch]} if watch else {},
    )
    try:
        with openai.OpenAI(
            base_url=endpoint,
            api_key=key,
            timeout=settings.LLM_TIMEOUT,
            max_retries=0,  # llm.retries repeats calls, within the endpoint's limits
            http_client=http,
        ) as client:
            yield client
    except PrivateAddress as error:
        raise ModelRefused(str(error)) from error
    except openai.APIConnectionError as error:
        raise ModelBusy(_without(key, _cause(error))) from error
    except openai.APIStatusError as error:
        raise _refusal(error, _without(key, str(error))) from error
    except openai.OpenAIError as error:
        raise ModelFailed(_without(key, str(error))) from error


@cache
def _certificates() -> ssl.SSLContext:
    """Return the trusted certificates; to read them takes 20 ms of CPU."""
    import httpx2  # noqa: PLC0415

    return httpx2.create_ssl_context()


def check_model(spec: ModelSpec) -> None:
    """Raise ModelNotSet if a call to this model could not even be tried."""
    _key_for(spec)


def check_endpoint(endpoint: str, prefix: str = "LLM") -> str:
    """Return an endpoint in the ledger's form; raise ModelNotSet if it is invalid.

    prefix: that of the settings of the endpoint and its key.
    """
    name = f"{prefix}_ENDPOINT"
    parts = urlsplit(endpoint)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ModelNotSet(f"{name} must be an address with http:// or https://.")
    if parts.username or parts.password or parts.query:
        raise ModelNotSet(f"Put the key into {prefix}_KEY, not into {name}.")
    return endpoint.rstrip("/")


def _endpoint() -> str:
    endpoint: str = settings.LLM_ENDPOINT
    if not endpoint:
        raise ModelNotSet(
            "Set LLM_ENDPOINT: the address of a server that speaks the "
            "chat-completions protocol, such as https://api.openai.com/v1."
        )
    return check_endpoint(endpoint)


def _key_for(spec: ModelSpec) -> tuple[str, bool]:
    """Return the key, and whether the endpoint is the operator's own.

    A key belongs to one endpoint; no judge may send it, or anything, elsewhere.
    """
    if (found := endpoint_at(spec.endpoint)) is not None:
        try:
            return key_of(found), False
        except KeyMissing as error:
            raise ModelNotSet(str(error)) from error
    if spec.endpoint != _endpoint():
        raise ModelNotSet(
            f"The model {spec.model} was set up at {spec.endpoint}, but LLM_ENDPOINT "
            f"is {_endpoint()}."
        )
    key: str = settings.LLM_KEY
    if not key:
        raise ModelNotSet(
            "Set LLM_KEY: the endpoint's key; any word for a server that needs none."
        )
    return key, True


def _answer(body: str) -> Answer:
    try:
        content = json.loads(body)
        choice = content["choices"][0]
        text, refusal = choice["message"]["content"], choice["message"].get("refusal")
        usage = content.get("usage") or {}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        shown = " ".join(body.split())[:200]
        raise ModelFailed(f"The endpoint's answer has no reply: {shown}") from error
    if text is not None and not isinstance(text, str):
        raise ModelFailed("The endpoint's reply is not text.")
    if refusal and isinstance(refusal, str):
        return Answer(storable_reply(refusal), _usage(usage), REFUSED)
    ended = choice.get("finish_reason")
    return Answer(
        storable_reply(text or ""),
        _usage(usage),
        _storable(ended)[:LONGEST_REASON] if isinstance(ended, str) else "",
    )


def storable_reply(text: str) -> str:
    """Return a reply as the ledger stores it; raise ModelFailed for too long a one."""
    if len(text) > LONGEST_REPLY:
        raise ModelFailed(f"The reply is longer than {LONGEST_REPLY:,} characters.")
    return _storable(text)


def _usage(usage: object) -> Usage:
    def count(name: str) -> int | None:
        found = usage.get(name) if isinstance(usage, dict) else None
        return found if type(found) is int and found >= 0 else None

    return Usage(count("prompt_tokens"), count("completion_tokens"))


def _storable(text: str) -> str:
    # PostgreSQL stores no NUL, and UTF-8 no half of a surrogate pair.
    whole = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    return whole.encode("utf-8", "replace").decode("utf-8")


def _refusal(error: openai.APIStatusError, text: str) -> ModelFailed:
    status = error.status_code
    if status in {408, 409, 429} or status >= 500:
        busy = ModelBusy(text)
        busy.has_refused = status == 429
        busy.retry_after = _retry_after(error.response.headers)
        return busy
    return ModelRefused(text) if status in {401, 404} else ModelFailed(text)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of Retry-After (RFC 9110, §10.2.3), which may be a date."""
    given = headers.get("retry-after", "")
    try:
        seconds = float(given)
    except ValueError:
        try:
            at = parsedate_to_datetime(given)
        except ValueError:
            return None
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        seconds = (at - datetime.now(tz=UTC)).total_seconds()
    return seconds if 0 <= seconds < float("inf") else None


def _cause(error: openai.APIConnectionError) -> str:
    import openai  # noqa: PLC0415

    if isinstance(error, openai.APITimeoutError):
        return f"The endpoint gave no answer within {settings.LLM_TIMEOUT:g} seconds."
    return f"The endpoint cannot be reached: {error.__cause__ or error}"


def _without(key: str, text: str) -> str:
    return _storable(text.replace(key, "[key]"))[:LONGEST_ERROR]
