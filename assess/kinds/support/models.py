"""The model of support labels."""

from django.db import models

from assess.judging.models import Label
from runs.models import Citation


class SupportLabel(Label):
    """How far a cited segment supports its sentence."""

    citation = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "citation", "round", "repeat"),
                name="one_support_label_per_judge",
            ),
        )
