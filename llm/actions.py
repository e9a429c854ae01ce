"""Changes of calls in the ledger; nothing here sends a request to a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from llm.budgets import reserve, settle
from llm.caller import is_dead, this_process
from llm.client import Answer
from llm.kernel.prompt import Prompt, Rendered
from llm.kernel.spec import ModelSpec, call_key
from llm.models import Call, CallState


@dataclass(frozen=True)
class Request:
    """One call as it is about to be made.

    only_held: it is not made, only looked for in the ledger. reserved: the money to set
    aside for it, None if no budget limits money.
    """

    prompt: Prompt
    rendered: Rendered
    model: ModelSpec
    parameters: dict[str, object]
    attempt: int
    job: UUID | None
    input_ids: Mapping[str, object]
    scope: UUID | None = None
    only_held: bool = False
    reserved: Decimal | None = None

    @property
    def key(self) -> str:
        """Return the ledger's key."""
        return call_key(
            self.model,
            self.parameters,
            prompt_hash=self.rendered.hash,
            attempt=self.attempt,
        )


def start_call(request: Request, *, now: datetime) -> Call | None:
    """Record that a call begins; None if another process makes, or made, it.

    Raise OverBudget if the job or the track has spent too much for it. The row is
    committed before the request is sent. An open transaction around this is an error,
    because it would stay open while the model works.
    """
    try:
        with transaction.atomic(durable=True):
            call = Call.objects.create(
                key=request.key,
                endpoint=request.model.endpoint,
                model=request.model.model,
                parameters=request.parameters,
                prompt_name=request.prompt.name,
                prompt_version=request.prompt.version,
                prompt_hash=request.rendered.hash,
                input_ids=dict(request.input_ids),
                attempt=request.attempt,
                caller=this_process(),
                characters=request.rendered.characters,
                job=request.job,
                scope=request.scope,
                reserved=request.reserved,
                started_at=now,
            )
            if _is_answered(request):  # since the last look at the ledger
                transaction.set_rollback(True)
                return None
            reserve(call)
            return call
    except IntegrityError:
        in_flight = Call.objects.in_flight().filter(key=request.key)
        if in_flight.exists() or _is_answered(request):
            return None
        raise


def _is_answered(request: Request) -> bool:
    return Call.objects.answered_for(request.scope).filter(key=request.key).exists()


def interrupt_stale_calls(
    request: Request, *, now: datetime, longest: timedelta
) -> None:
    """Mark calls of this key as interrupted if their process cannot be waiting.

    This is so if the process has ended, if the same job made the call in another
    process (only one process has a job), or if no call takes so long.
    """
    stale = [
        call
        for call in Call.objects.in_flight().filter(key=request.key)
        if is_dead(call.caller)
        or _is_of_lost_job(call, request)
        or call.started_at < now - longest
    ]
    for call in stale:
        error = "The process ended."
        _end_unanswered(call, CallState.INTERRUPTED, error=error, now=now)


def _is_of_lost_job(call: Call, request: Request) -> bool:
    same = request.job is not None and call.job == request.job
    return same and call.caller != this_process()


def record_answer(
    call: Call, answer: Answer, request: Request, *, now: datetime
) -> Call:
    """Store a reply and return the call that has it.

    If another call was answered first, return that one; this call is then recorded as
    failed, with its cost.
    """
    spent = {
        "prompt_tokens": answer.usage.prompt_tokens,
        "completion_tokens": answer.usage.completion_tokens,
        "seconds": (now - call.started_at).total_seconds(),
        "cost": answer.usage.cost(request.model.price),
        "finished_at": now,
    }
    kept = {
        "state": CallState.ANSWERED,
        "reply": answer.text,
        "finish_reason": answer.finish_reason,
        "error": "",
    }
    try:
        _end_answered(call, kept | spent)
    except IntegrityError:
        error = {"state": CallState.FAILED, "error": "Another was answered first."}
        _end_answered(call, error | spent)
    return Call.objects.answered().bought().get(key=call.key)


def _end_answered(call: Call, values: Mapping[str, Any]) -> None:
    """Write how an answered call ended, and settle its budgets."""
    rows = Call.objects.filter(pk=call.pk)
    with transaction.atomic(durable=True):
        was_held = rows.filter(state=CallState.STARTED).update(**values) == 1
        if not was_held:  # it was given up, and answered later
            rows.update(**values)
        settle(call, values["cost"], was_held=was_held, is_paid=True)


def record_forgiven(call: UUID, forgiven: Sequence[str]) -> None:
    """Record how a readable reply deviated from the required form."""
    Call.objects.filter(uuid=call).update(forgiven=list(forgiven), rejected="")


def record_rejected(call: UUID, reason: str) -> None:
    """Record why a reply could not be read."""
    Call.objects.filter(uuid=call).update(rejected=reason)


def record_failed_call(call: Call, *, error: str, now: datetime) -> None:
    """Record that a call had no reply; the same call may be made again."""
    seconds = (now - call.started_at).total_seconds()
    _end_unanswered(call, CallState.FAILED, error=error, now=now, seconds=seconds)


def record_interrupted_call(call: Call, *, now: datetime) -> None:
    """Record that nobody waits for a call's reply any more."""
    seconds = (now - call.started_at).total_seconds()
    error = "The wait was ended."
    _end_unanswered(call, CallState.INTERRUPTED, error=error, now=now, seconds=seconds)


def _end_unanswered(
    call: Call,
    state: CallState,
    *,
    error: str,
    now: datetime,
    seconds: float | None = None,
) -> None:
    """Write that a call has no reply, once, and free what was set aside for it."""
    ended = {"state": state, "error": error, "finished_at": now, "seconds": seconds}
    with transaction.atomic():
        if Call.objects.in_flight().filter(pk=call.pk).update(**ended):
            settle(call, was_held=True, is_paid=False)
