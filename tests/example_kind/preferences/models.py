"""The model of preferences between two responses."""

from django.db import models

from assess.judging.models import Label
from runs.models import Response


class PreferenceLabel(Label):
    """Which of two responses to a topic is the better one."""

    first = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "first", "second", "round", "repeat"),
                name="one_preference_label_per_judge",
            ),
        )
