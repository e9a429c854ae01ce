"""Threads: what an assessor and the organizers say about one item."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.models.allocations import Allocation


class Thread(models.Model):
    """The talk about one item of an allocation; a skipped item waits for its answer."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    allocation = models.ForeignKey(
        Allocation, on_delete=models.CASCADE, related_name="threads"
    )
    item = models.CharField(max_length=120)  # its public name within the work
    about = models.TextField()  # the item in words, with no sign of a run
    skipped = models.BooleanField(default=False)
    resolved_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("allocation", "item"), name="one_thread_per_item"
            ),
        )

    def __str__(self) -> str:
        return self.about


class Remark(models.Model):
    """One thing said in a thread. Rows are only added."""

    COMMENT, FLAG, SKIP, ANSWER = "comment", "flag", "skip", "answer"
    KINDS = (
        (COMMENT, "Comment"),
        (FLAG, "Flag"),
        (SKIP, "Skip"),
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
    key = models.UUIDField(null=True)  # the browser's, so that twice counts once
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("author", "key"),
                condition=Q(key__isnull=False),
                name="one_remark_per_action",
            ),
        )

    def __str__(self) -> str:
        return self.text or self.get_kind_display()
