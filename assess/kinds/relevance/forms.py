"""One grade, as a page without script sends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from assess.judging.kernel.highlights import read
from assess.judging.kinds import Grade
from assess.judging.work.forms import LabelForm
from runs.models import Subnarrative

LONGEST_NOTE = 2_000  # characters
MOST_HIGHLIGHTS = 200


class HighlightsField(forms.CharField):
    """Spans of code points, as the page had them: a plain form keeps what there was."""

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - a form's own
        """Read the spans."""
        try:
            return read(super().to_python(value) or "")[:MOST_HIGHLIGHTS]
        except ValueError as error:
            raise forms.ValidationError("These are no highlights.") from error


class RelevanceForm(LabelForm):
    """A grade with ticks and a note; no grade takes the label back."""

    value = forms.ChoiceField(required=False)
    ticks = forms.MultipleChoiceField(required=False)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)
    highlights = HighlightsField(required=False)

    def __init__(
        self, data: QueryDict, *, grades: Sequence[Grade], parts: Sequence[Subnarrative]
    ) -> None:
        """Offer the track's grades and the topic's sub-narratives."""
        super().__init__(data)
        self.fields["value"].choices = [(each.value, each.label) for each in grades]  # type: ignore[attr-defined]
        self.fields["ticks"].choices = [(str(part.uuid), part.text) for part in parts]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> str:
        """Return in words what the valid form holds: the grade, ticks and note."""
        parts = dict(self.fields["ticks"].choices)  # type: ignore[attr-defined]
        data = self.cleaned_data
        words = f"{data['value']} {super().chosen}".strip()
        if data["ticks"]:
            words += f", with {'; '.join(parts[tick] for tick in data['ticks'])}"
        if data["note"]:
            words += f", and the note “{data['note']}”"
        return words
