"""The form for changes of an imported run."""

from __future__ import annotations

from typing import Any

from django import forms

from runs.actions.run_edits import PARTICULARS, tasks_like
from runs.models import Run

CONTROL = "The organizers’ own run: outside the leaderboard’s min, median and max."
CATEGORY = "What kind of system it is, such as “sparse retrieval”; to filter by."
LAST_PRIORITY = 999


class RunEditForm(forms.Form):
    """A run's particulars; its content stays as it was submitted."""

    group = forms.CharField(required=False, max_length=150)
    task = forms.ChoiceField()
    type = forms.ChoiceField(choices=Run.TYPES)
    priority = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_PRIORITY,
        help_text="1 is judged first.",
    )
    control = forms.BooleanField(required=False, label="Control run", help_text=CONTROL)
    category = forms.CharField(required=False, max_length=150, help_text=CATEGORY)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, run: Run, **more: Any) -> None:  # noqa: ANN401
        """Offer the tasks that the run's content allows."""
        super().__init__(*args, **more)
        task = self.fields["task"]
        assert isinstance(task, forms.ChoiceField)  # noqa: S101
        task.choices = tasks_like(run.task)

    @property
    def wanted(self) -> dict[str, Any]:
        """Return the form's particulars."""
        return {name: self.cleaned_data[name] for name in PARTICULARS}


def as_it_is(run: Run, *, seen: int) -> dict[str, Any]:
    """Return the form's initial values."""
    return {name: getattr(run, name) for name in PARTICULARS} | {"seen": seen}
