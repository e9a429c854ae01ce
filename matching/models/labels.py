"""Labels of matching: a response captures a nugget; a nugget entails another."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from assess.judging.models import Judge, Label
from matching.models.responses import ResponseNugget
from nuggets.models import BankVersion, Nugget
from runs.models import Response


class MatchLabel(Label):
    """Whether a response captures a gold nugget."""

    nugget = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    # Given in a batch whose test item was answered wrongly: kept, and never counted.
    voided = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "nugget", "response", "round", "repeat"),
                name="one_match_label_per_judge",
            ),
        )


class EntailLabel(Label):
    """Whether a response's nugget entails a gold nugget; details.p in percent.

    Stored only where p is at least 5, unknown, or the value is yes: see JudgedPairs.
    """

    response_nugget = models.ForeignKey(
        ResponseNugget, on_delete=models.PROTECT, related_name="+"
    )
    nugget = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "response_nugget", "nugget", "round", "repeat"),
                name="one_entail_label_per_judge",
            ),
        )
        indexes = (
            models.Index(
                fields=("judge", "response_nugget", "nugget"),
                condition=Q(value="yes"),
                name="entailed_nuggets",
            ),
        )


class JudgedPairs(models.Model):
    """All pairs of a response's nuggets and a list's were judged; no label means no.

    extractor: whose response nuggets, None for everybody's.
    """

    judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(BankVersion, on_delete=models.PROTECT, related_name="+")
    extractor = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "response", "version"),
                condition=models.Q(extractor=None),
                name="one_mark_of_judged_pairs",
            ),
            models.UniqueConstraint(
                fields=("judge", "response", "version", "extractor"),
                name="one_mark_of_judged_pairs_per_extractor",
            ),
        )

    def __str__(self) -> str:
        return f"{self.response} against {self.version} by {self.judge}"
