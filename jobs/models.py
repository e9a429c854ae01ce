"""Long work and its state, in the database; the queue only notifies workers."""

import uuid
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Count, Q
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from jobs.access import scopes_for
from jobs.kernel.deaths import Deaths, one_more
from jobs.registry import UnknownKind, kind_named


class JobState(models.TextChoices):
    """The state of a job."""

    QUEUED = "queued", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"
    STOPPED = "stopped", "stopped by its budget"


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
FINISHED = (JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.STOPPED)


class JobQuerySet(models.QuerySet["Job"]):
    """Queries that pages, workers and sweepers make about jobs."""

    def unfinished(self) -> "JobQuerySet":
        """Return the jobs that wait or run."""
        return self.filter(state__in=UNFINISHED)

    def claimable(self, now: datetime) -> "JobQuerySet":
        """Return the jobs that a worker may take: queued, or with an expired lease."""
        return self.filter(
            Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=now)
        )

    def held_by(self, lease_owner: str) -> "JobQuerySet":
        """Return the running jobs whose lease belongs to this holder."""
        return self.filter(state=JobState.RUNNING, lease_owner=lease_owner)

    def retryable(self) -> "JobQuerySet":
        """Return the finished jobs that left items undone."""
        return self.filter(
            Q(state__in=(JobState.FAILED, JobState.CANCELLED, JobState.STOPPED))
            | Q(state=JobState.DONE, failures__isnull=False)
        )

    def for_scope(self, scope: UUID) -> "JobQuerySet":
        """Return the jobs of one scope (a track), newest first."""
        return self.filter(scope=scope).order_by("-created", "-pk")

    def for_user(self, user: User | AnonymousUser) -> "JobQuerySet":
        """Return the jobs in a user's scopes, and the user's own jobs without a scope.

        People who leave a track can no longer see the jobs that they started there.
        """
        if not isinstance(user, User):
            return self.none()
        return self.filter(Q(scope=None, owner=user) | Q(scope__in=scopes_for(user)))

    def with_failure_count(self) -> "JobQuerySet":
        """Add `failed_items`, the number of items that failed."""
        return self.annotate(failed_items=Count("failures"))


class Job(models.Model):
    """One piece of long work."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=100)
    scope = models.UUIDField(null=True, db_index=True)
    owner = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="jobs"
    )
    title = models.TextField()
    params = models.JSONField(default=dict)
    state = models.CharField(
        max_length=10, choices=JobState.choices, default=JobState.QUEUED
    )
    created = models.DateTimeField()
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    lease_owner = models.TextField(default="")
    lease_until = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    retries = models.PositiveIntegerField(default=0, db_default=0)  # queued again
    # Deaths of its workers since it last got further: jobs.kernel.deaths.
    deaths = models.PositiveIntegerField(default=0, db_default=0)
    least_left = models.PositiveIntegerField(null=True)  # steps, at a death
    steps_done = models.PositiveIntegerField(default=0)
    steps_total = models.PositiveIntegerField(null=True)  # None: unknown
    message = models.TextField(default="")
    cancel_requested_at = models.DateTimeField(null=True)
    result = models.JSONField(default=dict)
    error = models.TextField(default="")

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="job_state_is_known",
                condition=Q(state__in=JobState.values),
            ),
            models.CheckConstraint(
                name="running_job_has_a_lease",
                condition=~Q(state=JobState.RUNNING)
                | (Q(lease_until__isnull=False) & ~Q(lease_owner="")),
            ),
            models.CheckConstraint(
                name="only_a_running_job_has_a_lease",
                condition=Q(state=JobState.RUNNING)
                | Q(lease_until__isnull=True, lease_owner=""),
            ),
            models.CheckConstraint(
                name="only_a_finished_job_has_an_end",
                condition=Q(state__in=FINISHED, finished__isnull=False)
                | Q(state__in=UNFINISHED, finished__isnull=True),
            ),
        )
        indexes = (
            models.Index(
                fields=("created",),
                name="unfinished_jobs_by_age",
                condition=Q(state__in=UNFINISHED),
            ),
        )

    def __str__(self) -> str:
        """Return the title that pages show."""
        return self.title

    @property
    def is_unfinished(self) -> bool:
        """Return whether it waits or runs."""
        return self.state in UNFINISHED

    @property
    def link(self) -> str | None:
        """Return the local path in the `link` of the result, if any."""
        path = self.result.get("link")
        return path if is_local(path) else None

    def may_be_started_by(self, user: User) -> bool:
        """Return whether somebody who can see the job may start one like it."""
        try:
            return kind_named(self.kind).may_be_started_by(user)
        except UnknownKind:
            return False

    @property
    def is_for_superusers(self) -> bool:
        """Return whether only superusers may start it."""
        return not self.may_be_started_by(User())

    @property
    def facts(self) -> list[tuple[str, object]]:
        """Return the result's plain entries for the page, by name.

        Sorted, because a database does not keep the order of JSON keys.
        """
        return [
            (name.replace("_", " "), value)
            for name, value in sorted(self.result.items())
            if name != "link" and isinstance(value, str | int | float)
        ]


def is_local(path: object) -> bool:
    """Return whether a value is a path of this server, however a browser reads it."""
    return (
        isinstance(path, str)
        and path.startswith("/")
        and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    )


def deaths_at_claim(job: Job) -> Deaths:
    """Return the deaths that count once somebody claims the job.

    A running job is claimable only because its holder died, which is one more death.
    """
    known = Deaths(job.deaths, job.least_left)
    if job.state != JobState.RUNNING:
        return known
    return one_more(known, done=job.steps_done, total=job.steps_total)


class JobFailure(models.Model):
    """One item of a job that failed, and why."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="failures")
    subject = models.TextField()
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        """Return the item and its reason."""
        return f"{self.subject}: {self.reason}"
