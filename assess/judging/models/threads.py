"""Threads: remarks of an assessor and the organizers about one item."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from assess.judging.models.allocations import Allocation


class ThreadQuerySet(models.QuerySet["Thread"]):
    """Threads by person and state."""

    def held_by(self, assessor: User) -> ThreadQuerySet:
        """Select the threads on a person's work."""
        return self.filter(allocation__in=Allocation.objects.held_by(assessor))

    def open(self) -> ThreadQuerySet:
        """Select the threads that no organizer has settled."""
        return self.filter(resolved_at=None)

    def answered(self) -> ThreadQuerySet:
        """Select the threads with a reply that their assessor has not read."""
        newer = Remark.objects.filter(thread=OuterRef("pk"), kind=Remark.ANSWER).filter(
            Q(thread__read_at=None) | Q(at__gt=F("thread__read_at"))
        )
        return self.filter(Exists(newer))


class Thread(models.Model):
    """The conversation about one item; a skipped item waits for a reply."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    allocation = models.ForeignKey(
        Allocation, on_delete=models.CASCADE, related_name="threads"
    )
    item = models.CharField(max_length=120)  # its public name within the work
    about = models.TextField()  # the item in words, without a sign of a run
    skipped = models.BooleanField(default=False)
    resolved_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(
        null=True, blank=True
    )  # by its assessor, replies too
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ThreadQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("allocation", "item"), name="one_thread_per_item"
            ),
        )

    def __str__(self) -> str:
        return self.about

    @property
    def is_answered(self) -> bool:
        """Return whether there is a reply that its assessor has not read."""
        return any(
            remark.kind == Remark.ANSWER
            and (self.read_at is None or remark.at > self.read_at)
            for remark in self.remarks.all()
        )

    @property
    def state(self) -> str:
        """Return the thread's state in a word, for its assessor."""
        if self.is_answered:
            return "answered"
        if self.skipped:
            return "skipped"
        kinds = [remark.kind for remark in self.remarks.all()]
        if kinds[-1:] == [Remark.UNSKIP]:
            return "skip undone"
        if self.resolved_at:
            return "settled"
        return "flagged" if Remark.FLAG in kinds else "commented"


REASONS = (
    ("unclear", "Unclear"),
    ("broken", "The text is broken or cut off"),
    ("guidelines", "The guidelines do not say"),
    ("between", "Between two labels"),
    ("language", "I do not read its language"),
    ("other", "Something else"),
)


class Remark(models.Model):
    """One remark in a thread. Rows are only added."""

    COMMENT, FLAG, SKIP, ANSWER = "comment", "flag", "skip", "answer"
    UNSKIP = "unskip"
    KINDS = (
        (COMMENT, "Comment"),
        (FLAG, "Flag"),
        (SKIP, "Skip"),
        (UNSKIP, "Skip undone"),
        (ANSWER, "Answer"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="remarks")
    kind = models.CharField(max_length=7, choices=KINDS)
    reason = models.CharField(max_length=30, blank=True)  # of a flag or a skip
    text = models.TextField(blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    key = models.UUIDField(null=True)  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("author", "key"),
                condition=Q(key__isnull=False),
                name="one_remark_per_action",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("comment", "flag", "skip", "unskip", "answer")),
                name="kind_of_a_remark_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.text or self.get_kind_display()

    @property
    def why(self) -> str:
        """Return the reason in words, "" if none was selected."""
        return dict(REASONS).get(self.reason, "")
