"""What jobs and tracks may spend: set aside before each call, settled after it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from llm.estimates import characters_a_token, largest_reply
from llm.kernel.prompt import CHARACTERS_A_TOKEN, Rendered
from llm.kernel.spec import ModelSpec
from llm.models import Budget, Call, CallState
from llm.models.budgets import in_units
from llm.tokenizer import count_tokens

SPENT = (CallState.STARTED, CallState.ANSWERED)
ZERO = Decimal(0)


class OverBudget(Exception):
    """A call would cost more than is left; the message says of what, and what to do."""

    is_sentence = True


def budget_of(subject: UUID | None) -> Budget | None:
    """Return the budget of a job or of a track."""
    return Budget.objects.filter(subject=subject).first() if subject else None


def set_budget(subject: UUID, *, calls: int | None, cost: Decimal | None) -> Budget:
    """Set what a job or a track may spend, None: no limit; count what it has spent."""
    with transaction.atomic():
        budget, _ = Budget.objects.select_for_update().get_or_create(subject=subject)
        own = Call.objects.bought().filter(Q(job=subject) | Q(scope=subject))
        paid = own.filter(Q(state__in=SPENT) | Q(cost__isnull=False))
        budget.calls = calls
        budget.units = None if cost is None else in_units(cost)
        budget.calls_spent = paid.count()
        spent = paid.values_list("cost", "reserved").iterator(chunk_size=5_000)
        budget.units_spent = sum(_units(cost, held) for cost, held in spent)
        budget.save()
    return budget


def _units(*amounts: Decimal | None) -> int:
    """Return the first amount that is known, in units."""
    return in_units(next((each for each in amounts if each is not None), ZERO))


def cost_to_reserve(
    model: ModelSpec,
    rendered: Rendered,
    prompt: str,
    parameters: dict[str, object],
    subjects: Sequence[UUID | None],
) -> Decimal | None:
    """Return the money to set aside for a call; None if no budget limits money.

    For the longest reply that is expected. Raise OverBudget if the model has no price.
    Call it outside a transaction.
    """
    if not Budget.objects.filter(subject__in=subjects, units__isnull=False).exists():
        return None
    if model.price is None:
        raise OverBudget(
            f"The budget limits money, and the model {model.model} has no price. Give "
            "it one with its endpoint or its judge, or limit calls only."
        )
    counted = count_tokens(model, [rendered])
    rate = characters_a_token(model) or CHARACTERS_A_TOKEN
    tokens = counted[0] if counted else -(-rendered.characters // rate)
    reply = largest_reply(model, prompt, parameters)
    return model.price.cost(int(tokens), reply)


def reserve(call: Call) -> None:
    """Set a call's cost aside in the budgets of its job and its track.

    Raise OverBudget if one has too little left. Call it in the transaction that records
    the call.
    """
    for subject, of in ((call.job, "this job"), (call.scope, "this track")):
        rows = Budget.objects.filter(subject=subject) if subject else None
        if rows is None or not rows.exists():
            continue
        units = _units(call.reserved)
        room = rows.filter(
            Q(calls=None) | Q(calls__gt=F("calls_spent")),
            Q(units=None) | Q(units__gte=F("units_spent") + units),
        )
        if not room.update(
            calls_spent=F("calls_spent") + 1, units_spent=F("units_spent") + units
        ):
            raise OverBudget(
                f"The budget of {of} is spent. Raise it, and the work continues where "
                "it stopped."
            )


def settle(
    call: Call, cost: Decimal | None = None, *, was_held: bool, is_paid: bool
) -> None:
    """Replace what was set aside for a call by what it took.

    was_held: whether it still is. Call it in the transaction that records how the call
    ended.
    """
    held = _units(call.reserved) if was_held else 0
    taken = _units(cost, call.reserved) if is_paid else 0
    subjects = [each for each in (call.job, call.scope) if each]
    for subject in subjects:
        Budget.objects.filter(subject=subject).update(
            calls_spent=F("calls_spent") + (int(is_paid) - int(was_held)),
            units_spent=F("units_spent") + (taken - held),
        )
