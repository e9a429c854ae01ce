"""The form that sets a judge to grade a bank."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.judges.forms import described, labelling_judges
from assess.judging.models import Judge
from exams.models import QuestionBank


class GradeForm(forms.Form):
    """The judge that grades; by default the first model, else the first baseline."""

    judge = forms.ModelChoiceField(
        label="Graded by",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )

    def __init__(self, bank: QuestionBank, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        self.judges = labelling_judges(bank.track).select_related("track")
        field.queryset = self.judges
        field.label_from_instance = described  # type: ignore[method-assign,assignment]

    def chosen(self, wanted: str) -> Judge | None:
        """Return the judge of a public id, by default the first one; None of none."""
        every = sorted(self.judges, key=lambda each: each.kind != Judge.MODEL)
        named = (each for each in every if str(each.uuid) == wanted)
        return next(named, next(iter(every), None))
