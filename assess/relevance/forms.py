"""One grade, as a page without script sends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict

from assess.kinds import Grade
from assess.relevance.work import Said
from assess.work.forms import LabelForm
from runs.models import Subnarrative

LONGEST_NOTE = 2_000  # characters


class RelevanceForm(LabelForm):
    """A grade with ticks and a note; no grade takes the label back."""

    value = forms.ChoiceField(required=False)
    ticks = forms.MultipleChoiceField(required=False)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)

    def __init__(
        self, data: QueryDict, *, grades: Sequence[Grade], parts: Sequence[Subnarrative]
    ) -> None:
        """Offer the track's grades and the topic's sub-narratives."""
        super().__init__(data)
        self.fields["value"].choices = [(each.value, each.label) for each in grades]  # type: ignore[attr-defined]
        self.fields["ticks"].choices = [(str(part.uuid), part.text) for part in parts]  # type: ignore[attr-defined]

    def said(self) -> Said:
        """Return the valid form's ticks and note."""
        ticks = tuple(UUID(tick) for tick in self.cleaned_data["ticks"])
        return Said(ticks, self.cleaned_data["note"])

    def chosen(self) -> dict[str, Any]:
        """Return in words what the valid form holds: the grade, ticks and note."""
        names = dict(self.fields["value"].choices)  # type: ignore[attr-defined]
        parts = dict(self.fields["ticks"].choices)  # type: ignore[attr-defined]
        data = self.cleaned_data
        return {
            "value": data["value"],
            "grade": names.get(data["value"], ""),
            "ticks": [parts[tick] for tick in data["ticks"]],
            "note": data["note"],
        }
