"""What an adjudicated label may hold, as a page without script sends it."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from assess.judging.kinds import Grade
from assess.judging.work.forms import LabelForm

LONGEST_NOTE = 2_000  # characters


class SettleForm(LabelForm):
    """A value for the page's item, and a note; no value takes the label back."""

    value = forms.ChoiceField(required=False)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)

    def __init__(self, data: QueryDict, *, grades: Sequence[Grade]) -> None:
        """Offer the grades of the kind."""
        super().__init__(data)
        choices = [(grade.value, grade.label) for grade in grades]
        self.fields["value"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> str:
        """Return in words what the valid form holds."""
        note = self.cleaned_data["note"]
        return f"{super().chosen}, and the note “{note}”" if note else super().chosen
