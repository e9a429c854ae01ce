"""The model of labels of sentences without a citation."""

from django.db import models

from assess.judging.models import Label
from runs.models import Sentence


class NeedLabel(Label):
    """Whether a sentence that cites nothing needs a citation."""

    sentence = models.ForeignKey(Sentence, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "sentence", "round", "repeat"),
                name="one_need_label_per_judge",
            ),
        )
