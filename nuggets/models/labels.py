"""Assignments: which nuggets each response contains."""

from django.db import models
from django.db.models import Q

from assess.judging.models import Label
from nuggets.models.nuggets import Nugget
from runs.models import Response


class AssignmentLabel(Label):
    """Whether a response contains a nugget."""

    nugget = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "nugget", "response", "round", "repeat"),
                name="one_assignment_label_per_judge",
            ),
        )
        # Few labels are un-judged: an index of them makes all others countable by
        # index.
        indexes = (
            models.Index(
                fields=("judge", "nugget"),
                condition=Q(value=""),
                name="unjudged_assignments",
            ),
        )
