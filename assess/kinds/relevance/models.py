"""The model of relevance labels."""

from django.db import models

from assess.judging.models import Label
from runs.models import Segment, Topic


class RelevanceLabel(Label):
    """A grade for a segment on a topic."""

    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="+")
    segment = models.ForeignKey(Segment, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "topic", "segment", "round", "repeat"),
                name="one_relevance_label_per_judge",
            ),
        )
