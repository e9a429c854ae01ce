"""The form of an adjudicated label for pages without script."""

from __future__ import annotations

from django import forms

from assess.judging.work.forms import LONGEST_NOTE, GradeForm


class SettleForm(GradeForm):
    """A value for the page's item, and a note; an empty value takes the label back."""

    note = forms.CharField(required=False, max_length=LONGEST_NOTE)

    @property
    def chosen(self) -> str:
        """Return the valid form's value in words."""
        note = self.cleaned_data["note"]
        return f"{super().chosen}, and the note “{note}”" if note else super().chosen
