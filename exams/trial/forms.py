"""The form of a trial."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.judges.forms import described
from assess.judging.models import Judge
from exams.models import QuestionBank


class TrialForm(forms.Form):
    """The model, and how many passages it grades for each question."""

    judge = forms.ModelChoiceField(
        label="Graded by",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )
    passages = forms.IntegerField(
        label="Passages for each question", min_value=1, max_value=500, initial=20
    )

    def __init__(self, bank: QuestionBank, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        own = Judge.objects.visible().filter(track=bank.track, kind=Judge.MODEL)
        field.queryset = own.select_related("track")
        field.label_from_instance = described  # type: ignore[method-assign,assignment]
