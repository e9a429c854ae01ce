"""Changes of a job, each by one conditional write.

`lease_owner` names one claim, never a whole process, so that two claims in one process
cannot be confused.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import DateTimeField, F, Q, Value
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts.models import User
from accounts.submissions import note_done
from jobs.kernel.deaths import ALONE, MOST, Deaths
from jobs.models import UNFINISHED, Job, JobFailure, JobState, deaths_at_claim
from jobs.registry import JobError, kind_named, kinds_with_undo

# A job whose workers keep dying (out of memory, say) must not be tried for ever.
GIVEN_UP = (
    f"Given up: the worker died or lost the database {ALONE} times while it ran this "
    "job alone, and the job got no further."
)
LONGEST_TEXT = 4000
NO_LEASE: dict[str, object] = {"lease_owner": "", "lease_until": None}


class NotRetryable(Exception):
    """The job is waiting or running, or has completed all its items."""


class NotTheirs(Exception):
    """The person may not start a job of this type, and so not start one again."""


def create_job(
    kind: str,
    *,
    scope: UUID | None,
    owner: User | None,
    title: str,
    params: Mapping[str, object],
    now: datetime,
) -> Job:
    """Create a job in the queue; the caller rings. Raise UnknownKind if it is unknown.

    `params` contain only JSON values, with ids as strings. A form that was sent again
    because its response was lost leads to the same job.
    """
    with transaction.atomic():
        job = Job.objects.create(
            kind=kind_named(kind).name,
            scope=scope,
            owner=owner,
            title=title,
            params=dict(params),
            created=now,
        )
        note_done(reverse("jobs:page", args=[job.uuid]))
        return job


def must_be_alone(job: UUID, *, now: datetime) -> bool:
    """Return whether a claimable job is suspected of killing its workers."""
    found = Job.objects.claimable(now).filter(uuid=job).first()
    return found is not None and deaths_at_claim(found).is_suspect


def claim_job(
    job: UUID, *, lease_owner: str, now: datetime, lease: timedelta, alone: bool = True
) -> Job | None:
    """Give a claimable job to one worker and return it; None for all but the first.

    alone: whether the process runs nothing else; a suspect is not given to others.
    Failures of an earlier attempt are deleted: those items are tried again. A job that
    killed too many workers becomes failed, and None is returned; if there is something
    to undo, it is claimed once more.
    """
    with transaction.atomic():
        found = Job.objects.claimable(now).filter(uuid=job).first()
        if found is None:
            return None
        deaths = deaths_at_claim(found)
        if deaths.is_suspect and not alone:
            return None
        held = {"lease_owner": found.lease_owner, "attempts": found.attempts}
        claimable = Job.objects.claimable(now).filter(uuid=job, **held)
        if deaths.is_given_up and not _is_left_to_undo(found, deaths):
            claimable.update(**_ending(JobState.FAILED, now), error=GIVEN_UP)
            return None
        claimed = claimable.update(
            deaths=deaths.number,
            least_left=deaths.least_left,
            state=JobState.RUNNING,
            lease_owner=lease_owner,
            lease_until=now + lease,
            heartbeat_at=now,
            started=Coalesce(F("started"), Value(now, DateTimeField())),
            attempts=F("attempts") + 1,
            message="",
            error="",
        )
        if not claimed:
            return None
        JobFailure.objects.filter(job__uuid=job).delete()
        return Job.objects.get(uuid=job)


def _is_left_to_undo(job: Job, deaths: Deaths) -> bool:
    return deaths.number == MOST and job.kind in kinds_with_undo()


def renew_lease(
    job: UUID, *, lease_owner: str, now: datetime, lease: timedelta
) -> bool:
    """Extend the lease; return False if the job belongs to another holder now."""
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    return held.update(lease_until=now + lease, heartbeat_at=now) == 1


def record_progress(
    job: UUID, *, lease_owner: str, done: int, total: int | None, message: str
) -> bool:
    """Store the holder's progress; return False if the job belongs to another now."""
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    return (
        held.update(steps_done=done, steps_total=total, message=_storable(message)) == 1
    )


def record_failure(job: Job, *, subject: str, reason: str, now: datetime) -> None:
    """Record one item that failed; the job goes on."""
    JobFailure.objects.create(
        job=job, subject=_storable(subject), reason=_storable(reason), at=now
    )


def finish_job(
    job: UUID, *, lease_owner: str, now: datetime, result: Mapping[str, object]
) -> bool:
    """End the job as done; return False if it belongs to another holder now."""
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    return held.update(**_ending(JobState.DONE, now), result=dict(result)) == 1


def fail_job(
    job: UUID, *, lease_owner: str, now: datetime, error: str | JobError
) -> bool:
    """End the job as failed, or in the state that the error names.

    Return False if it belongs to another holder now.
    """
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    state = error.ends_as if isinstance(error, JobError) else JobState.FAILED
    ending = _ending(JobState(state), now)
    return held.update(**ending, error=_storable(str(error))) == 1


def cancel_job(job: UUID, *, lease_owner: str, now: datetime) -> bool:
    """End the job as cancelled by its holder; return False if it is another's now."""
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    return held.update(**_ending(JobState.CANCELLED, now)) == 1


def release_job(job: UUID, *, lease_owner: str) -> bool:
    """Put the job back in the queue, as a worker does when it stops in good order."""
    held = Job.objects.held_by(lease_owner).filter(uuid=job, attempts__gt=0)
    return (
        held.update(state=JobState.QUEUED, attempts=F("attempts") - 1, **NO_LEASE) == 1
    )


def give_back(job: UUID, *, lease_owner: str) -> bool:
    """Put the job back in the queue after its holder lost the database.

    This counts as a death, so that a job that breaks its connection is not tried for
    ever.
    """
    held = Job.objects.held_by(lease_owner).filter(uuid=job)
    with transaction.atomic():
        found = held.first()
        if found is None:
            return False
        deaths = deaths_at_claim(found)
        queued = {"state": JobState.QUEUED, **NO_LEASE}
        counted = {"deaths": deaths.number, "least_left": deaths.least_left}
        return held.update(**queued, **counted) == 1


def note_waiting(job: UUID, *, reason: str) -> None:
    """Record on a queued job why a host did not take it; pages show the reason."""
    queued = Job.objects.filter(uuid=job, state=JobState.QUEUED)
    queued.update(message=_storable(reason))


def request_cancel(job: UUID, *, now: datetime, retries: int | None = None) -> None:
    """Cancel a job without a holder at once; ask the holder of a running job to stop.

    A begun job that has something to undo waits for its next holder. A finished job is
    not changed, nor one that was queued again since it had so many retries: a request
    that is sent again speaks of the work that its person saw.
    """
    with transaction.atomic():
        meant = Job.objects.filter(uuid=job, state__in=UNFINISHED)
        if retries is not None:
            meant = meant.filter(retries=retries)
        if not meant.update(
            cancel_requested_at=Coalesce(
                F("cancel_requested_at"), Value(now, DateTimeField())
            )
        ):
            return
        begun = Q(started__isnull=False, kind__in=kinds_with_undo())
        Job.objects.claimable(now).filter(uuid=job).exclude(begun).update(
            **_ending(JobState.CANCELLED, now)
        )


def retry_job(job: Job, *, by: User | None, retries: int | None = None) -> None:
    """Queue a finished job that left items undone; raise NotRetryable otherwise.

    by: the person, None for the server itself. Raise NotTheirs if they could not have
    started the job. retries: how many it had when it was shown; NotRetryable if it had
    another since. The work does only what is missing. The caller rings.
    """
    if by is not None and not job.may_be_started_by(by):
        raise NotTheirs
    undone = Job.objects.retryable().filter(pk=job.pk).values_list("pk", flat=True)
    queued = Job.objects.filter(pk__in=set(undone))
    if retries is not None:
        queued = queued.filter(retries=retries)
    if not queued.exclude(state__in=UNFINISHED).update(
        state=JobState.QUEUED,
        finished=None,
        started=None,
        cancel_requested_at=None,
        retries=F("retries") + 1,
        attempts=0,
        deaths=0,
        least_left=None,
        steps_done=0,
        steps_total=None,
        message="",
        error="",
    ):
        raise NotRetryable


def _ending(state: JobState, now: datetime) -> dict[str, object]:
    return {"state": state, "finished": now, **NO_LEASE}


def _storable(text: str) -> str:
    # PostgreSQL stores no NUL, and UTF-8 no half of a surrogate pair.
    whole = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    return whole.encode("utf-8", "replace").decode("utf-8")[:LONGEST_TEXT]
