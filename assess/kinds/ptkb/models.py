"""The model of labels of statements about a person."""

from django.db import models

from assess.judging.models import Label
from runs.models import PtkbStatement, Topic


class PtkbLabel(Label):
    """Whether a person's statement is relevant to one turn of their conversation."""

    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="+")
    statement = models.ForeignKey(
        PtkbStatement, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "topic", "statement", "round", "repeat"),
                name="one_ptkb_label_per_judge",
            ),
        )
