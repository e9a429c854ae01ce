"""Budgets of jobs and of tracks: how many calls, and how much money."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from django.db import models

UNIT = Decimal("0.00000001")  # of the currency: money is counted in whole units


def in_units(money: Decimal) -> int:
    """Return an amount in whole units, so that sums and comparisons are exact."""
    return int((money / UNIT).to_integral_value(ROUND_HALF_UP))


class Budget(models.Model):
    """The most that a job, or all jobs of a track, may spend, and what is spent.

    `subject` is the uuid of the job or of the track. What is spent includes what is set
    aside for calls under way, and is changed in the same transaction as the ledger.
    """

    subject = models.UUIDField(unique=True)
    # None: no limit
    calls = models.PositiveIntegerField(null=True)
    units = models.PositiveBigIntegerField(null=True)
    calls_spent = models.IntegerField(default=0, db_default=0)
    units_spent = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        """Return the limits."""
        return f"{self.calls} calls, {self.cost}"

    @property
    def cost(self) -> Decimal | None:
        """Return the most money, in the currency of the prices."""
        return None if self.units is None else self.units * UNIT

    @property
    def cost_spent(self) -> Decimal:
        """Return the money spent and set aside."""
        return self.units_spent * UNIT
