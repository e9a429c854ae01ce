"""What a request to compare may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.reading.agreement import judges_with_labels
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.kernel.nugget_scores import METRICS
from nuggets.models import Bank, Condition
from nuggets.scores.basis import Basis, basis_of, said_of
from nuggets.scores.leaderboard import LEADING
from nuggets.scores.ranks_page import first_conditions
from runs.models import Run, Track

Choices = list[tuple[str, list[tuple[str, str]]]]


class RanksForm(forms.Form):
    """The question how far two conditions rank the runs alike, by a metric."""

    left = forms.ChoiceField()
    right = forms.ChoiceField()
    metric = forms.ChoiceField(
        choices=[(name, name.replace("_", " ")) for name in METRICS], required=False
    )
    task = forms.ChoiceField(
        choices=[("", "all tasks"), *Run.TASKS[1:]], required=False
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer saved conditions, and each bank with each judge."""
        names = ("left", "right", "metric", "task")
        asked = {name: data[name] for name in names if data.get(name)}
        super().__init__(asked or first_conditions(track))
        self.bases: dict[str, Basis] = {}
        choices = self._choices(track)
        for name in ("left", "right"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = choices

    def _choices(self, track: Track) -> Choices:
        saved = (
            Condition.objects.filter(track=track)
            .select_related("bank__track", "assignment_judge__track")
            .prefetch_related("topics")
        )
        self._saved = {str(condition.uuid): condition for condition in saved}
        judges = list(judges_with_labels(track, ASSIGNMENT).select_related("track"))
        banks = Bank.objects.visible().filter(track=track).select_related("track")
        choices: Choices = []
        if self._saved:
            own = [(uuid, said_of(row)) for uuid, row in self._saved.items()]
            choices.append(("Saved conditions", own))
        for bank in banks:
            own = []
            for judge in judges:
                name = f"{bank.uuid}:{judge.uuid}"
                self.bases[name] = Basis(bank, judge)
                own.append((name, f"{bank}, {judge.full_name}"))
            choices.append((f"Bank {bank}", own))
        return choices

    @property
    def asked(self) -> bool:
        """Return whether there is anything to compare."""
        return bool(self.data)

    def basis(self, side: str) -> Basis:
        """Return the valid form's basis on one side."""
        name = self.cleaned_data[side]
        if name in self._saved:
            return basis_of(self._saved[name])
        return self.bases[name]

    @property
    def by(self) -> str:
        """Return the valid form's metric."""
        return self.cleaned_data["metric"] or LEADING

    def keeps(self, run: Run) -> bool:
        """Return whether the valid form asks for a run."""
        return self.cleaned_data["task"] in ("", run.task)
