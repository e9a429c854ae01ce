"""Jobs and the ledger of model calls in archives."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from assess.exchange.archive.format.columns import (
    HASH,
    one_of,
)
from assess.exchange.archive.format.shapes import (
    job_params,
    job_result,
)
from assess.exchange.archive.format.tables import (
    leave_out,
    register,
    tells,
)
from assess.exchange.archive.intake.matches import calls_here
from assess.exchange.archive.jobs import OWN_KINDS
from assess.judging.kinds import all_kinds
from jobs.actions import LONGEST_TEXT
from jobs.models import FINISHED, Job, JobFailure
from jobs.registry import Starter
from jobs.registry import all_kinds as all_job_kinds
from llm.client import LONGEST_REPLY
from llm.models import Budget, Call, CallState, Endpoint, ServedModel
from runs.models import (
    Track,
)

LEASE = "only a running job has one"


WORKERS = "it is about the workers here"


NAMES = 2_000  # characters of texts that contain names, such as job titles


def _jobs_of(track: Track, using: str) -> QuerySet[Job]:
    return Job.objects.using(using).filter(scope=track.uuid).exclude(kind__in=OWN_KINDS)


def _calls_of(track: Track, using: str) -> QuerySet[Call]:
    """Return the calls of the track's jobs, and those behind its labels.

    These include replies that another track had bought already.
    """
    jobs = Job.objects.using(using).filter(scope=track.uuid).values("uuid")
    wanted = Q(job__in=jobs)
    for kind in all_kinds():
        labels = kind.model.objects.using(using).filter(judge__track=track.pk)
        wanted |= Q(pk__in=labels.exclude(call=None).values("call"))
    return Call.objects.using(using).filter(wanted)


def job_kinds() -> list[str]:
    """Return the types of job that an archive may contain: those of organizers."""
    return [
        kind.name
        for kind in all_job_kinds()
        if kind.starter is Starter.ORGANIZER and kind.name not in OWN_KINDS
    ]


@tells
def tell_of_long_work() -> None:
    """Register finished jobs."""
    register(
        Job,
        rows=_jobs_of,
        ended={"state": [str(state) for state in FINISHED]},
        codecs={
            "kind": one_of(job_kinds),
            "params": job_params(),
            "result": job_result(),
        },
        named=("title", "params", "result", "error", "message"),
        longest={"title": NAMES, "message": LONGEST_TEXT, "error": LONGEST_TEXT},
        left_out={
            "scope": "it is the track",
            "lease_owner": LEASE,
            "lease_until": LEASE,
            "deaths": WORKERS,
            "least_left": WORKERS,
        },
        fixed={"scope": "uuid"},
    )
    told = ("subject", "reason")
    failure = dict.fromkeys(told, LONGEST_TEXT)
    register(JobFailure, under="job", named=told, longest=failure)


@tells
def tell_of_calls() -> None:
    """Register the ledger of model calls."""
    ended = [str(state) for state in CallState if state != CallState.STARTED]
    register(
        Call,
        rows=_calls_of,
        ended={"state": ended},
        plain=("parameters", "input_ids", "forgiven"),
        codecs={"key": HASH, "prompt_hash": HASH},
        left_out={
            "caller": "it names a machine and its process",
            "came_with": "it says which archive brought it here",
            "scope": "it is the track",
            "reserved": "only budgets here use it",
        },
        fixed={"came_with": "uuid", "scope": "uuid"},
        longest={"reply": LONGEST_REPLY, "endpoint": NAMES, "model": NAMES},
        meet=calls_here,
    )


@tells
def tell_of_endpoints() -> None:
    """Register that endpoints of models stay where they are."""
    leave_out(Endpoint, reason="the installation's own, with its key")
    leave_out(Budget, reason="the installation's own money")
    leave_out(ServedModel, reason="the installation's own endpoints have them")
