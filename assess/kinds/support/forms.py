"""One support label, as a page without script sends it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from assess.judging.kinds import Grade
from assess.judging.work.forms import LabelForm


class SupportForm(LabelForm):
    """A value for one citation; none takes the label back."""

    marks = ("citation", "pair-")

    citation = forms.UUIDField()
    value = forms.ChoiceField(required=False)

    def __init__(self, data: Mapping[str, Any], *, grades: Sequence[Grade]) -> None:
        super().__init__(data)
        choices = [(grade.value, grade.label) for grade in grades]
        self.fields["value"].choices = choices  # type: ignore[attr-defined]
