"""Question banks, their versions, what a version lists, and drafts of edits."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models import Judge, versions
from exams.models.questions import Question
from runs.models import Subnarrative, Topic, Track


class QuestionBankQuerySet(versions.BankQuerySet["QuestionBank"]):
    """Queries of banks for pages, scores and exports."""


class QuestionBank(models.Model):
    """A track's questions under one name, spanning its topics."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="question_banks"
    )
    name = models.CharField(max_length=150)
    origin = models.CharField(max_length=6, choices=Question.ORIGINS)
    drafted_by = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    sha256 = models.CharField(max_length=64, blank=True)  # of an imported file
    created_at = models.DateTimeField(auto_now_add=True)
    landed_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)  # to viewers

    objects = QuestionBankQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(deleted_at=None, landed_at__isnull=False),
                name="one_question_bank_per_name",
            ),
            models.CheckConstraint(
                condition=Q(origin__in=("model", "person", "import")),
                name="origin_of_a_question_bank_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


class QuestionVersionQuerySet(versions.VersionQuerySet["QuestionVersion"]):
    """Versions, open or frozen."""


class QuestionVersion(models.Model):
    """One topic's questions in a bank: open while drafted, then frozen for ever."""

    OPEN, FROZEN = "open", versions.FROZEN
    STATES = ((OPEN, "Open"), (FROZEN, "Frozen"))

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    bank = models.ForeignKey(
        QuestionBank, on_delete=models.CASCADE, related_name="versions"
    )
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="question_versions"
    )
    number = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=6, choices=STATES, default=OPEN)
    parent = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="children"
    )
    editor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # The fields of the lines of its file, except for their questions.
    lines = models.JSONField(default=list, blank=True)
    # The edits that made it from its parent, in words.
    edits = models.JSONField(default=list, blank=True)
    # The steps of its draft, as they were made and taken back.
    steps = models.JSONField(default=list, db_default=[], blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)

    objects = QuestionVersionQuerySet.as_manager()

    class Meta:
        ordering = ("topic__position", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("bank", "topic", "number"),
                name="one_question_version_per_number",
            ),
            models.UniqueConstraint(
                fields=("bank", "topic"),
                condition=Q(state="open"),
                name="one_open_question_version_per_bank_and_topic",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("open", "frozen")),
                name="state_of_a_question_version_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.bank} on {self.topic}, version {self.number}"


class QuestionListing(models.Model):
    """A question's place in one version, with what may differ between versions."""

    version = models.ForeignKey(
        QuestionVersion,
        on_delete=models.CASCADE,
        related_name="listings",
        db_index=False,
    )
    question = models.ForeignKey(
        Question, on_delete=models.PROTECT, related_name="listings"
    )
    position = models.PositiveIntegerField()
    facet = models.ForeignKey(
        Subnarrative, null=True, on_delete=models.PROTECT, related_name="+"
    )
    withdrawn = models.BooleanField(default=False)
    key = models.JSONField(default=list, blank=True)  # accepted answers
    details = models.JSONField(default=dict, blank=True)  # a file's own fields

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("version", "question"),
                name="one_listing_per_question_and_version",
            ),
        )

    def __str__(self) -> str:
        return f"{self.position}. {self.question}"


class QuestionDraft(models.Model):
    """A person's pending edits of a bank, which nobody else sees before they apply.

    edits: the steps in order, each an object with its number; undo and redo are steps
    too. revision counts the changes, so that a stale one is detected.
    """

    bank = models.ForeignKey(
        QuestionBank, on_delete=models.CASCADE, related_name="drafts"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    edits = models.JSONField(default=list, blank=True)
    revision = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("bank", "by"), name="one_draft_per_bank_and_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.bank}, {len(self.edits)} edits"
