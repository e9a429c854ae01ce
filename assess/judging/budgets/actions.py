"""Change a budget, and let what it stopped go on."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from jobs.actions import NotRetryable, NotTheirs, retry_job
from jobs.models import Job, JobState
from llm.budgets import set_budget


def change_budget(
    subject: UUID, *, calls: int | None, cost: Decimal | None, by: User
) -> list[Job]:
    """Set the limits of a job or a track; return the jobs that go on.

    These are the ones that a budget stopped. The caller rings for them.
    """
    with transaction.atomic():
        set_budget(subject, calls=calls, cost=cost)
        own = Q(uuid=subject) | Q(scope=subject)
        found = []
        for job in Job.objects.filter(own, state=JobState.STOPPED):
            with suppress(NotRetryable, NotTheirs):
                retry_job(job, by=by)
                found.append(job)
    return found
