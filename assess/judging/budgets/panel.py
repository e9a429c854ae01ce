"""The budget on a job's page."""

from __future__ import annotations

from typing import NamedTuple

from assess.judging.budgets.forms import BudgetForm, initial_of
from jobs.models import Job
from llm.budgets import budget_of
from llm.models import Budget, Call


class BudgetPanel(NamedTuple):
    """What a job may spend and has spent, the track's budget, and the form."""

    budget: Budget | None
    of_track: Budget | None
    form: BudgetForm


def budget_panel(job: Job) -> BudgetPanel | None:
    """Return the budget of a job that asks models, None of any other job."""
    if job.scope is None:
        return None
    budget, of_track = budget_of(job.uuid), budget_of(job.scope)
    if budget is None and not Call.objects.filter(job=job.uuid).exists():
        return None
    form = BudgetForm(initial=initial_of(budget), auto_id="id_job_%s")
    return BudgetPanel(budget, of_track, form)
