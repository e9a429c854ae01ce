"""The ledger: every call to a model, its reply and its cost."""

import uuid
from uuid import UUID

from django.db import models
from django.db.models import F, Q, Sum


class CallState(models.TextChoices):
    """How a call ended."""

    STARTED = "started"
    ANSWERED = "answered"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class CallQuerySet(models.QuerySet["Call"]):
    """Queries that the client and the pages make on the ledger."""

    def answered(self) -> "CallQuerySet":
        """Return the calls whose reply is on record."""
        return self.filter(state=CallState.ANSWERED)

    def bought(self) -> "CallQuerySet":
        """Return the calls made here, without those from archives."""
        return self.filter(came_with=None)

    def answered_for(self, scope: UUID | None) -> "CallQuerySet":
        """Return the replies that a scope may reuse, those bought here first.

        Replies from an archive are valid for its own track only.
        """
        own = Q(came_with=None) | Q(came_with=scope, came_with__isnull=False)
        return (
            self.answered().filter(own).order_by(F("came_with").asc(nulls_first=True))
        )

    def in_flight(self) -> "CallQuerySet":
        """Return the calls that wait for a reply, or whose process died waiting."""
        return self.filter(state=CallState.STARTED)

    def totals(self) -> dict[str, object]:
        """Return sums of tokens, seconds and cost; None if nothing is known."""
        return self.aggregate(
            prompt_tokens=Sum("prompt_tokens"),
            completion_tokens=Sum("completion_tokens"),
            seconds=Sum("seconds"),
            cost=Sum("cost"),
        )


class Call(models.Model):
    """One call. The prompt's text is not stored: its version and inputs rebuild it."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # SHA-256 of endpoint, model, parameters, prompt hash and attempt
    key = models.CharField(max_length=64, db_index=True)
    endpoint = models.TextField()
    model = models.TextField()
    parameters = models.JSONField(default=dict)
    prompt_name = models.TextField()
    prompt_version = models.TextField()
    prompt_hash = models.CharField(max_length=64)
    input_ids = models.JSONField(default=dict)
    attempt = models.PositiveIntegerField(default=1)
    state = models.CharField(
        max_length=11, choices=CallState.choices, default=CallState.STARTED
    )
    caller = models.TextField()  # the process, to detect that it died
    reply = models.TextField(default="")
    # As the endpoint gave it, "refusal" for a refusal in the protocol's own field
    finish_reason = models.TextField(default="", db_default="")
    # Why the reply could not be read; "" if it was, or if nobody has tried
    rejected = models.TextField(default="", db_default="")
    # How the reply deviated from the required form, although it was read
    forgiven = models.JSONField(default=list, db_default=[])
    prompt_tokens = models.PositiveIntegerField(null=True)
    completion_tokens = models.PositiveIntegerField(null=True)
    seconds = models.FloatField(null=True)
    # In the currency of the judge's price; None if unknown
    cost = models.DecimalField(max_digits=14, decimal_places=8, null=True)
    # Set aside by budgets while it is under way, in the same currency
    reserved = models.DecimalField(max_digits=14, decimal_places=8, null=True)
    error = models.TextField(default="")
    # Of the prompt's messages; None for calls recorded before they were counted
    characters = models.PositiveIntegerField(null=True)
    job = models.UUIDField(null=True, db_index=True)
    scope = models.UUIDField(null=True, db_index=True)  # the track that bought it
    # The scope (a track) of whose archive it is; None: it was made here
    came_with = models.UUIDField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="one_answer_per_call",
                fields=("key",),
                condition=Q(state=CallState.ANSWERED, came_with=None),
            ),
            models.UniqueConstraint(
                name="one_answer_per_call_that_an_archive_brought",
                fields=("key", "came_with"),
                condition=Q(state=CallState.ANSWERED, came_with__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_call_in_flight",
                fields=("key",),
                condition=Q(state=CallState.STARTED),
            ),
            models.CheckConstraint(
                name="call_state_is_known", condition=Q(state__in=CallState.values)
            ),
        )

    def __str__(self) -> str:
        """Return prompt and model."""
        return f"{self.prompt_name} by {self.model}"
