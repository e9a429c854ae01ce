"""The form of nugget scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from assess.judging.judges.fields import JudgeField, ListedField
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Condition
from nuggets.scores.basis import Basis, basis_of, saved_conditions
from nuggets.scores.page import first_choice
from runs.models import Track


class BasisForm(forms.Form):
    """The basis of scores: a saved condition, or a bank and a judge."""

    condition = ListedField(
        Condition.objects.none(), to_field_name="uuid", required=False
    )
    bank = ListedField(
        Bank.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )
    judge = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )
    unlabelled = forms.ChoiceField(
        choices=[
            ("undefined", "leave a response without a score"),
            ("not_support", "count as not supported"),
        ],
        required=False,
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's rows; without a choice, select the default."""
        self.track = track
        super().__init__({name: data.get(name) for name in data})
        offered = {
            "condition": saved_conditions(track),
            "bank": track.banks.visible().select_related("drafted_by", "qrels_judge"),
            "judge": judges_with_labels(track, ASSIGNMENT),
        }
        for name, rows in offered.items():
            self._field(name).queryset = rows
        if not any(data.get(name) for name in offered):
            listed = (self._field(name).rows for name in ("condition", "judge"))
            banks = self._field("bank").queryset
            assert banks is not None  # noqa: S101 - for the types
            first = first_choice(*listed, banks=banks)
            self.data = {**self.data, **first}

    def clean(self) -> None:
        """Let a bank or a judge replace the condition that has another one."""
        condition = self.cleaned_data.get("condition")
        if condition is None:
            return
        own = {"bank": condition.bank_id, "judge": condition.assignment_judge_id}
        chosen = {name: self.cleaned_data.get(name) for name in own}
        if any(row and row.pk != own[name] for name, row in chosen.items()):
            self.cleaned_data["condition"] = None
            self.data = {n: v for n, v in self.data.items() if n != "condition"}

    def _field(self, name: str) -> ListedField:
        field = self.fields[name]
        assert isinstance(field, ListedField)  # noqa: S101 - for the types
        return field

    @cached_property
    def basis(self) -> Basis | None:
        """Return the valid form's basis, None if nothing is selected."""
        chosen = self.cleaned_data
        if condition := chosen["condition"]:
            condition.bank = self._bank_of(condition)
            basis = basis_of(condition)
        elif chosen["bank"] and chosen["judge"]:
            basis = Basis(chosen["bank"], chosen["judge"])
        else:
            return None
        return replace(basis, unlabelled=chosen["unlabelled"] or "undefined")

    def _bank_of(self, condition: Condition) -> Bank:
        """Return a condition's bank, from the list that most pages show anyway."""
        banks: dict[int, Bank] = {bank.pk: bank for bank in self._field("bank").rows}
        return banks.get(condition.bank_id) or condition.bank

    @property
    def chosen(self) -> dict[str, str]:
        """Return the valid form's choices as parameters of a query, for links."""
        found = {}
        for name, value in self.cleaned_data.items():
            if value and not (self.cleaned_data["condition"] and name in _IMPLIED):
                found[name] = str(getattr(value, "uuid", value))
        return found


_IMPLIED = ("bank", "judge")
