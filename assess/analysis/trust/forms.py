"""The form of the thresholds for using a machine's labels."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.analysis.trust.thresholds import Thresholds

HIGHEST = 10.0  # steps; no scale has more


class ThresholdsForm(forms.Form):
    """Two values of κ and a number of steps."""

    labels = forms.FloatField(
        label="Least κ for labels",
        min_value=0,
        max_value=1,
        help_text="The low end of κ’s interval must reach it.",
    )
    first_pass = forms.FloatField(
        label="Least κ for a first pass",
        min_value=0,
        max_value=1,
        help_text="Below it the labels should not be used at all.",
    )
    favour = forms.FloatField(
        label="Most favour of one run",
        min_value=0,
        max_value=HIGHEST,
        help_text="In steps of the scale, above or below the other runs. Beyond it, "
        "the labels serve as a first pass only.",
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a first pass that asks more than labels do."""
        given: dict[str, Any] = super().clean() or {}
        labels, first = given.get("labels"), given.get("first_pass")
        if labels is not None and first is not None and first > labels:
            self.add_error("first_pass", "It cannot be higher than that for labels.")
        return given

    def thresholds(self) -> Thresholds:
        """Return what a valid form says."""
        return Thresholds(**self.cleaned_data)
