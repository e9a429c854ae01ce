"""De-duplicated banks, and which of their nuggets cover which dropped ones."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from assess.judging.models import Judge
from nuggets.models import Bank, Nugget


class Entailment(models.Model):
    """A gold nugget entails another one of its topic, by some judge."""

    judge = models.ForeignKey(
        Judge, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    premise = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    hypothesis = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    value = models.CharField(max_length=3, choices=(("yes", "Yes"), ("no", "No")))
    p = models.FloatField(null=True)  # in percent

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "premise", "hypothesis"),
                name="one_entailment_per_judge_and_pair",
            ),
            models.CheckConstraint(
                condition=Q(value__in=("yes", "no")),
                name="value_of_an_entailment_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.premise_id} ⇒ {self.hypothesis_id}"


RULES = (("in-order", "By who is still kept"), ("literal", "By any other"))


class Deduplication(models.Model):
    """The record of a bank made from another by dropping entailed nuggets."""

    bank = models.OneToOneField(
        Bank, on_delete=models.CASCADE, related_name="deduplication"
    )
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    rule = models.CharField(max_length=8, choices=RULES)
    # Groups of nuggets that entail each other and were dropped whole.
    vanished = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(rule__in=("in-order", "literal")),
                name="rule_of_a_deduplication_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.bank} by {self.judge}"


class Cover(models.Model):
    """A nugget that was dropped, and one that entails it."""

    deduplication = models.ForeignKey(
        Deduplication, on_delete=models.CASCADE, related_name="covers", db_index=False
    )
    dropped = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Nugget, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deduplication", "dropped", "by"), name="one_cover_per_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.dropped_id} by {self.by_id}"
