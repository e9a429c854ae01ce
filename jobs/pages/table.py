"""The table of a track's jobs."""

from __future__ import annotations

from accounts.models import User
from config.clock import database_now
from config.tables.definitions import BulkAct, Column, Table, filter_by
from jobs.actions import NotRetryable, NotTheirs, request_cancel, retry_job
from jobs.bell import ring
from jobs.models import Job, JobState


def jobs_table(*, by: User) -> Table:
    """Return the table of jobs that a person may control."""
    return Table(
        "jobs",
        "job",
        "jobs",
        "jobs/_job_card.html",
        (
            Column("created", "latest first", "created", most_first=True),
            Column("oldest", "oldest first", "created"),
            Column("title", "by title", "title"),
            Column("failed", "most failed items", "failed_items", most_first=True),
        ),
        searched=("title", "error"),
        filters=(filter_by("state", "State", JobState.choices),),
        acts=(_cancel(), _retry(by)),
        a_page=50,
        is_cards=True,
    )


def _cancel() -> BulkAct:
    def does(job: Job) -> str:
        if not job.is_unfinished:
            return "It has ended already."
        request_cancel(job.uuid, now=database_now())
        return ""

    return BulkAct(
        "cancel",
        "Cancel",
        effect="A job that runs stops after the step under way; what it has done "
        "stays. “Try again” does what is missing.",
        done="cancelled, or stopping after the step under way.",
        does=does,
    )


def _retry(by: User) -> BulkAct:
    def does(job: Job) -> str:
        try:
            retry_job(job, by=by)
        except NotTheirs:
            return "Only those who could have started it can try it again."
        except NotRetryable:
            return "It left nothing undone."
        ring(job)
        return ""

    return BulkAct(
        "retry",
        "Try again",
        effect="Each job does what it left undone, and nothing twice. Cancel it to "
        "stop it.",
        done="queued again.",
        does=does,
    )
