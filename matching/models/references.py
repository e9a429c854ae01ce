"""Imported gold answers, and imported scores of other measures."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from assess.judging.models import Judge
from llm.models import Call
from runs.models import Run, Topic, Track


class ReferenceAnswer(models.Model):
    """A gold answer to a topic that came by a file, with the nuggets found in it.

    `author` is the import judge under whose name the file came.
    """

    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="reference_answers"
    )
    author = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    text = models.TextField()
    words = models.PositiveIntegerField()  # between white space
    nuggets: models.JSONField[list[str], list[str]] = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("author", "topic"), name="one_reference_answer_per_author"
            ),
        )

    def __str__(self) -> str:
        return f"{self.topic} answered by {self.author}"


class OtherScoreQuerySet(models.QuerySet["OtherScore"]):
    """Scores by who gave them."""

    def counted(self) -> OtherScoreQuerySet:
        """Select imported scores, and those of judges that nobody put away."""
        return self.filter(
            Q(judge=None) | Q(judge__deleted_at=None, judge__landed_at__isnull=False)
        )


class OtherScore(models.Model):
    """A run's score on a topic by a measure that is not computed here.

    A file brings it, or a model gives it: its measure then names the judge.
    """

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="other_scores", db_index=False
    )
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")
    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="+")
    measure = models.CharField(max_length=200)
    value = models.FloatField()
    judge = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    call = models.ForeignKey(
        Call, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    objects = OtherScoreQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("track", "measure", "run", "topic"),
                name="one_other_score_per_run_and_topic",
            ),
        )

    def __str__(self) -> str:
        return f"{self.measure} {self.value}"
