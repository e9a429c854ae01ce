"""The form of a budget."""

from __future__ import annotations

from typing import Any

from django import forms

from llm.models import Budget

MOST_CALLS = 2_000_000_000


class BudgetForm(forms.Form):
    """The most calls and the most money; empty: no limit."""

    most_calls = forms.IntegerField(
        label="Calls at most", min_value=0, max_value=MOST_CALLS, required=False
    )
    most_cost = forms.DecimalField(
        label="Cost at most",
        min_value=0,
        max_digits=14,
        decimal_places=8,
        required=False,
        help_text="In the currency of the prices.",
    )

    @property
    def limits(self) -> dict[str, Any]:
        """Return the limits as `set_budget` takes them."""
        data = self.cleaned_data
        return {"calls": data["most_calls"], "cost": data["most_cost"]}

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is limited."""
        return all(each is None for each in self.limits.values())


def initial_of(budget: Budget | None) -> dict[str, object]:
    """Return what the form shows of a budget."""
    if budget is None:
        return {}
    cost = budget.cost
    shown = None if cost is None else f"{cost.normalize():f}"
    return {"most_calls": budget.calls, "most_cost": shown}
