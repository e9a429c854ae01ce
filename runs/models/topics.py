"""Topics, the conversations they may belong to, and their sub-narratives."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from runs.models.availability import AtHand
from runs.models.tracks import Track

IMPORTANCE = (("vital", "Vital"), ("okay", "Okay"))


class Conversation(models.Model):
    """Turns that belong together, with the person's statements (iKAT)."""

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="conversations"
    )
    name = models.CharField(max_length=64)
    title = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"), name="one_conversation_per_name"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.title}"


class PtkbStatement(models.Model):
    """A statement of a person about themselves, valid in a whole conversation."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="statements"
    )
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("conversation", "name"), name="one_statement_per_name"
            ),
        )

    def __str__(self) -> str:
        return self.text


class TopicQuerySet(models.QuerySet["Topic"]):
    """Topics, including those put away."""

    def put_away(self) -> TopicQuerySet:
        """Select the topics that somebody put away."""
        return self.exclude(deleted_at=None)


class Topic(models.Model):
    """The judged unit: an information need, or one turn of a conversation."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="topics")
    name = models.CharField(max_length=64)  # "464", "2024-145979", "14_4"
    text = models.TextField()
    position = models.PositiveIntegerField()  # in the imported file
    conversation = models.ForeignKey(
        Conversation, null=True, on_delete=models.CASCADE, related_name="turns"
    )
    # Further data of a turn: utterance, response, provenance.
    details = models.JSONField(default=dict, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away

    objects = AtHand.from_queryset(TopicQuerySet)()
    everything = TopicQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(deleted_at=None),
                name="one_topic_per_name",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @cached_property
    def live_parts(self) -> list[Subnarrative]:
        """Return its live sub-narratives in their order, read once."""
        return list(Subnarrative.objects.live().filter(topic=self))


class SubnarrativeQuerySet(models.QuerySet["Subnarrative"]):
    """Sub-narratives in use or retired."""

    def live(self) -> SubnarrativeQuerySet:
        """Select those not dropped, in their order."""
        return self.filter(retired_at=None).order_by("position", "id")


class Subnarrative(models.Model):
    """One part of a topic's need; its identity survives every rewording."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    topic = models.ForeignKey(
        Topic, on_delete=models.CASCADE, related_name="subnarratives"
    )
    text = models.TextField()  # the current wording
    folded = models.TextField()  # quotes stripped, case folded
    importance = models.CharField(max_length=5, choices=IMPORTANCE, blank=True)
    position = models.PositiveIntegerField(default=0)
    added = models.BooleanField(default=False)  # by an assessor while mapping
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = SubnarrativeQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("topic", "folded"),
                condition=Q(retired_at=None),
                name="one_live_subnarrative_per_wording",
            ),
            models.CheckConstraint(
                condition=Q(importance__in=("vital", "okay", "")),
                name="importance_of_a_subnarrative_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.text


class SubnarrativeWording(models.Model):
    """One wording that a sub-narrative has had; frozen banks pin theirs."""

    subnarrative = models.ForeignKey(
        Subnarrative, on_delete=models.CASCADE, related_name="wordings"
    )
    text = models.TextField()
    importance = models.CharField(max_length=5, choices=IMPORTANCE, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(importance__in=("vital", "okay", "")),
                name="importance_of_a_wording_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.text


class SubnarrativeEdit(models.Model):
    """One action on a topic's list, with the list before and after; only added.

    The number of a topic's last edit is its list's revision. `key` is empty if no
    person's page sent it: an import, or a nugget mapped to a new sub-narrative.
    """

    topic = models.ForeignKey(
        Topic, on_delete=models.CASCADE, related_name="subnarrative_edits"
    )
    number = models.PositiveIntegerField()  # from 1
    action = models.CharField(max_length=10)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.UUIDField(null=True)  # the browser's, so that a repetition counts once
    body = models.UUIDField(null=True)  # a digest of its request's content
    before = models.JSONField()  # rows of uuid, text, importance
    after = models.JSONField()
    at = models.DateTimeField()
    client_time = models.DateTimeField(null=True)
    active_ms = models.PositiveIntegerField(null=True)  # active time, milliseconds

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("topic", "number"), name="one_subnarrative_edit_per_number"
            ),
            models.UniqueConstraint(
                fields=("topic", "key"),
                condition=Q(key__isnull=False),
                name="one_subnarrative_edit_per_key",
            ),
        )

    def __str__(self) -> str:
        return f"{self.action} of {self.topic}"
