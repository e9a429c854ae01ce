"""Runs, their ranked lists and their responses."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from runs.kernel.profile import CitationsJudged
from runs.models.corpus import Segment
from runs.models.imports import Import
from runs.models.public_ids import RandomUUID
from runs.models.topics import Topic
from runs.models.tracks import Track


class RunQuerySet(models.QuerySet["Run"]):
    """Queries of runs for pages, scores and exports."""

    def landed(self) -> RunQuerySet:
        """Select the completely imported runs, put away or not, but not replaced."""
        return self.filter(landed_at__isnull=False, replaced=False)

    def visible(self) -> RunQuerySet:
        """Select the completely imported runs that nobody put away."""
        return self.filter(deleted_at=None, landed_at__isnull=False)

    def with_sizes(self) -> RunQuerySet:
        """Add `answered` and `ranked`: numbers of responses and of ranked lists.

        Those for topics that are put away are not counted.
        """
        own = {"run": OuterRef("pk"), "topic__deleted_at": None}
        answers = Response.objects.filter(**own, deleted_at=None)
        lists = RankedList.objects.filter(**own)
        return self.annotate(answered=_number(answers), ranked=_number(lists))


def _number(rows: models.QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("run").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)


class Run(models.Model):
    """What one system submitted for all topics."""

    R, AG, RAG, GEN = "r", "ag", "rag", "gen"
    TASKS = (
        (R, "Retrieval"),
        (AG, "Augmented generation"),
        (RAG, "Retrieval-augmented generation"),
        (GEN, "Generation only"),
    )
    AUTOMATIC, MANUAL = "automatic", "manual"
    TYPES = ((AUTOMATIC, "Automatic"), (MANUAL, "Manual"))

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="runs")
    name = models.CharField(max_length=150)  # the run tag
    group = models.CharField(max_length=150, blank=True)
    task = models.CharField(max_length=3, choices=TASKS)
    type = models.CharField(max_length=9, choices=TYPES, default=AUTOMATIC)
    priority = models.PositiveSmallIntegerField(null=True, blank=True)
    control = models.BooleanField(default=False)  # the organizers' own
    # What kind of system it is, in the participants' words.
    category = models.CharField(max_length=150, blank=True, default="", db_default="")
    # It is the list from which AG runs had to cite.
    is_reference = models.BooleanField(default=False, db_default=False)
    # The documents of an AG run's responses that are not on that list; None: no list.
    outside = models.PositiveIntegerField(null=True, blank=True)
    source = models.ForeignKey(
        Import, null=True, on_delete=models.PROTECT, related_name="runs"
    )
    landed_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away or replaced
    # Another import has its name and equal responses, so it cannot be restored.
    replaced = models.BooleanField(default=False, db_default=False)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(deleted_at=None, landed_at__isnull=False),
                name="one_run_per_tag",
            ),
            models.CheckConstraint(
                condition=Q(task__in=("r", "ag", "rag", "gen")),
                name="task_of_a_run_is_known",
            ),
            models.CheckConstraint(
                condition=Q(type__in=("automatic", "manual")),
                name="type_of_a_run_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


class RankedListQuerySet(models.QuerySet["RankedList"]):
    """Queries of ranked lists for pages and pools."""

    def visible(self) -> RankedListQuerySet:
        """Select the lists of visible runs, for available topics."""
        return self.filter(
            run__deleted_at=None,
            run__landed_at__isnull=False,
            topic__deleted_at=None,
        )


class RankedList(models.Model):
    """One run's ranking for one topic, in one row whatever its depth."""

    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, related_name="ranked_lists", db_index=False
    )
    topic = models.ForeignKey(
        Topic, on_delete=models.CASCADE, related_name="ranked_lists"
    )
    segment_ids = models.JSONField()  # row numbers of segments, best first
    scores = models.JSONField()  # as many floats

    objects = RankedListQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("run", "topic"), name="one_ranked_list_per_run_and_topic"
            ),
        )

    def __str__(self) -> str:
        return f"{self.run} on {self.topic}"


class ResponseQuerySet(models.QuerySet["Response"]):
    """Queries of responses for pages, scores and exports."""

    def visible(self) -> ResponseQuerySet:
        """Select the responses of visible runs to available topics, not replaced."""
        return self.filter(
            deleted_at=None,
            run__deleted_at=None,
            run__landed_at__isnull=False,
            topic__deleted_at=None,
        )

    def away_in(self, track: Track) -> ResponseQuerySet:
        """Select a track's responses that are put away, or whose run or topic is."""
        away = Q(deleted_at=None, run__deleted_at=None, topic__deleted_at=None)
        return self.filter(run__track=track).exclude(away)

    def for_topic(self, topic: Topic) -> ResponseQuerySet:
        """Select the responses to one topic."""
        return self.filter(topic=topic)


class Response(models.Model):
    """A run's response to one topic, or one sample of several."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, related_name="responses", db_index=False
    )
    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="responses")
    # The position of a sample among the run's, from 0 (decision 0020). Importers accept
    # one response a topic, so it is always 0 yet.
    sample = models.PositiveSmallIntegerField(default=0, db_default=0)
    text = models.TextField(blank=True)  # sentences joined by one space
    words = models.PositiveIntegerField()  # L: white-space words
    references = models.JSONField(default=list, blank=True)  # docids, as given
    digest = models.CharField(max_length=64)  # SHA-256 of sentences and citations
    line = models.PositiveIntegerField(null=True)  # in the imported file
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = ResponseQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("run", "topic", "sample"),
                condition=Q(deleted_at=None),
                name="one_response_per_run_and_topic",
            ),
        )

    def __str__(self) -> str:
        return f"{self.run} on {self.topic}"


class Sentence(models.Model):
    """One sentence of a response, with its citations."""

    uuid = models.UUIDField(
        default=uuid.uuid4, db_default=RandomUUID(), unique=True, editable=False
    )
    response = models.ForeignKey(
        Response, on_delete=models.CASCADE, related_name="sentences", db_index=False
    )
    position = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("response", "position"), name="one_sentence_per_position"
            ),
        )

    def __str__(self) -> str:
        return self.text


def judged_places(judged: CitationsJudged) -> Q:
    """Return the filter of a sentence's judged citations, by a profile's rule."""
    if judged == "all":
        return Q()
    return Q(position__lt=1 if judged == "first" else judged)


def is_judged_place(place: int, judged: CitationsJudged) -> bool:
    """Return whether a citation at a place, from 0, of its sentence is judged."""
    return judged == "all" or place < (1 if judged == "first" else judged)


class Citation(models.Model):
    """A citation: a sentence's claim that a segment supports it; strongest first."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sentence = models.ForeignKey(
        Sentence, on_delete=models.CASCADE, related_name="citations", db_index=False
    )
    position = models.PositiveIntegerField()
    segment = models.ForeignKey(
        Segment, on_delete=models.PROTECT, related_name="citations"
    )

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("sentence", "position"), name="one_citation_per_position"
            ),
        )

    def __str__(self) -> str:
        return f"{self.sentence_id}: {self.segment}"
