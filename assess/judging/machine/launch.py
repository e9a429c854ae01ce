"""The end of every form that starts a machine's work: price it, or start it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.db import transaction
from django.http import HttpRequest

from assess.judging.budgets.forms import BudgetForm
from assess.judging.machine.price import Quote, quote_of
from jobs.bell import ring
from jobs.models import Job
from jobs.registry import JobError
from llm.budgets import set_budget

# The public id of the job that was started, or what it takes; None: it was refused.
Launched = UUID | Quote | None

PRICE = "price"  # the name of the button that asks what the work takes


def launched(
    request: HttpRequest,
    form: forms.Form,
    start: Callable[[], Job],
    *refusals: type[Exception],
) -> Launched:
    """Start the job of a valid form, or say what it takes if that was asked.

    None: it was refused, and the form says why.
    """
    refused: tuple[type[Exception], ...] = (JobError, *refusals)
    try:
        if PRICE in request.POST:
            return quote_of(start)
        limits = BudgetForm(request.POST)
        if not limits.is_valid():
            form.add_error(None, "A budget is a number from 0, or empty.")
            return None
        with transaction.atomic():
            job = start()
            if not limits.is_empty:
                set_budget(job.uuid, **limits.limits)
    except refused as error:
        form.add_error(None, str(error))
        return None
    ring(job)
    return job.uuid
