"""Questions to a model through the ledger: no reply is bought twice."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Generic, Required, TypedDict, TypeVar, Unpack
from uuid import UUID

from django.utils import timezone

from llm import actions
from llm.actions import Request
from llm.budgets import cost_to_reserve
from llm.client import Answer, ModelBusy, ModelFailed, check_model, send
from llm.endpoints.lookup import limits_of, offers_schemas
from llm.kernel.forms import Form
from llm.kernel.prompt import Prompt, Rendered, Value
from llm.kernel.reply import BadReply, Read, check_whole
from llm.kernel.spec import ModelSpec
from llm.models import Call
from llm.registry import prompt_named
from llm.retries import longest_call, place_time, send_persistently
from llm.throttle import EndpointDown, Place, throttle_of

T = TypeVar("T")
Check = Callable[[], None]
Send = Callable[[ModelSpec, Rendered, dict[str, object]], Answer]

RESPONSE_FORMAT = "response_format"  # a parameter of the protocol

# Seconds between two looks at a call that another process is making.
LOOK_EVERY = 0.2


class NotOnRecord(Exception):
    """The ledger has no reply to a request that is not to be sent."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


@dataclass(frozen=True)
class Reply:
    """The text of a model's reply, and its call in the ledger."""

    text: str
    call: UUID
    prompt_version: str
    reused: bool
    finish_reason: str = ""


@dataclass(frozen=True)
class Parsed(Generic[T]):
    """What a parser read from a reply, what it tolerated, and the reply."""

    value: T
    reply: Reply
    forgiven: tuple[str, ...] = ()


class Asking(TypedDict, total=False):
    """The model, and the context of the call.

    `job`, `scope` (a track) and `input_ids` go to the ledger. `attempt` distinguishes
    calls that are otherwise equal; the first is 1. only_held: a reply that is not on
    record is not bought; NotOnRecord is raised instead.
    """

    model: Required[ModelSpec]
    job: UUID | None
    scope: UUID | None
    input_ids: Mapping[str, object] | None
    attempt: int
    only_held: bool


def ask(
    prompt: Prompt | str,
    values: Mapping[str, Value],
    *,
    check: Check | None = None,
    **asking: Unpack[Asking],
) -> Reply:
    """Return the recorded reply to this call, or make the call and record it.

    Replies from archives count only for their `scope` (a track). `check` is
    called before anything is sent, and may raise to stop. Raise ModelBusy, ModelFailed
    or ModelNotSet; a failed call is on record and may be made again.
    """
    return asked(request_of(prompt, values, **asking), check)


def ask_until_parsed(
    prompt: Prompt | str,
    values: Mapping[str, Value],
    parse: Callable[[str], Read[T]],
    *,
    attempts: int = 3,
    check: Check | None = None,
    **asking: Unpack[Asking],
) -> Parsed[T]:
    """Ask until `parse` accepts a reply; it rejects one by raising BadReply.

    A `Form` is asked for as a JSON object where the endpoint offers that. Cut replies
    and refusals are rejected too. Each later attempt shows the model its bad reply and
    the reason. Bad replies on record are parsed again at no cost; at most `attempts`
    new ones are bought. The ledger gets why a reply was rejected, or what `parse`
    tolerated. Raise BadReply with the last reason if no reply is good, and whatever
    `ask` raises.
    """
    form = form_for(asking["model"], parse)
    read = form.read_object if form else parse
    first = request_of(prompt, values, form, **asking)
    request, bought = first, 0
    while True:
        reply = asked(request, check)
        bought += not reply.reused
        try:
            check_whole(reply.text, reply.finish_reason)
            return _parsed(read(reply.text), reply)
        except BadReply as error:
            actions.record_rejected(reply.call, str(error))
            if bought >= attempts:
                raise BadReply(
                    f"No reply could be read. The last one: {error}"
                ) from error
            request = replace(
                first,
                rendered=first.rendered.corrected(reply.text, str(error)),
                attempt=request.attempt + 1,
            )


def _parsed(read: Read[T], reply: Reply) -> Parsed[T]:
    if read.forgiven:
        actions.record_forgiven(reply.call, read.forgiven)
    return Parsed(read.value, reply, read.forgiven)


def form_for(model: ModelSpec, parse: Callable[[str], Read[T]]) -> Form[T] | None:
    """Return the form in which a model is asked to reply; None for the prompt's own.

    A model's own `response_format` comes first.
    """
    if not isinstance(parse, Form) or RESPONSE_FORMAT in model.parameters:
        return None
    return parse if offers_schemas(model.endpoint) else None


def request_of(
    prompt: Prompt | str,
    values: Mapping[str, Value],
    form: Form[T] | None = None,
    **asking: Unpack[Asking],
) -> Request:
    """Return the call as it would be made."""
    found = prompt_named(prompt) if isinstance(prompt, str) else prompt
    model = asking["model"]
    rendered, parameters = found.render(values), model.merged(found.parameters)
    if form is not None:
        rendered = rendered.with_form(form.asked)
        parameters[RESPONSE_FORMAT] = form.response_format(found.name)
    return Request(
        prompt=found,
        rendered=rendered,
        model=model,
        parameters=parameters,
        attempt=asking.get("attempt", 1),
        job=asking.get("job"),
        scope=asking.get("scope"),
        input_ids=asking.get("input_ids") or {},
        only_held=asking.get("only_held", False),
    )


def asked(
    request: Request,
    check: Check | None,
    *,
    send: Send = send,
    check_model: Callable[[ModelSpec], None] = check_model,
) -> Reply:
    """Return the recorded reply to a request, or send it and record the reply.

    `send` and `check_model` are those of the endpoint's protocol.
    """
    while True:
        answered = Call.objects.answered_for(request.scope)
        if (held := answered.filter(key=request.key).first()) is not None:
            return _reply(held, reused=True)
        if request.only_held:
            raise NotOnRecord(request)
        if check is not None:
            check()
        check_model(request.model)
        if (bought := _bought(_priced(request), check, send)) is not None:
            return bought
        time.sleep(LOOK_EVERY)


def _priced(request: Request) -> Request:
    """Return a request with the money to set aside for it."""
    reserved = cost_to_reserve(
        request.model,
        request.rendered,
        request.prompt.name,
        request.parameters,
        (request.job, request.scope),
    )
    return replace(request, reserved=reserved)


def _bought(request: Request, check: Check | None, send: Send) -> Reply | None:
    """Make a call once the endpoint has a place for it; None if another makes it."""
    longest = timedelta(seconds=longest_call())
    tokens = request.rendered.expected_tokens
    throttle = throttle_of(request.model.endpoint)
    try:
        with throttle.place(
            limits_of(request.model.endpoint),
            tokens=tokens,
            lasts=place_time(),
            check=check,
        ) as place:
            now = timezone.now()
            actions.interrupt_stale_calls(request, now=now, longest=longest)
            call = actions.start_call(request, now=now)
            return None if call is None else _made(call, request, send, place)
    except EndpointDown as error:
        raise ModelBusy(str(error)) from error


def _made(call: Call, request: Request, send: Send, place: Place) -> Reply:
    model, rendered, parameters = request.model, request.rendered, request.parameters
    try:
        answer = send_persistently(place, lambda: send(model, rendered, parameters))
    except ModelFailed as error:
        actions.record_failed_call(call, error=str(error), now=timezone.now())
        raise
    except BaseException:  # an interrupt: the next to ask must not wait for this call
        actions.record_interrupted_call(call, now=timezone.now())
        raise
    kept = actions.record_answer(call, answer, request, now=timezone.now())
    return _reply(kept, reused=False)


def _reply(call: Call, *, reused: bool) -> Reply:
    return Reply(call.reply, call.uuid, call.prompt_version, reused, call.finish_reason)
