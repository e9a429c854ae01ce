"""The form that draws a sample of a machine's grades."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.judges.forms import described
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from exams.grading.kind import EXAM
from exams.models import QuestionBank

WIDTHS = (0.02, 0.03, 0.05, 0.1)


class SampleForm(forms.Form):
    """The judge whose grades are verified, and how exact the result should be."""

    judge = forms.ModelChoiceField(
        label="Grades of",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )
    half_width = forms.TypedChoiceField(
        label="Share of right grades to within",
        choices=[(str(each), f"± {each}") for each in WIDTHS],
        coerce=float,
        initial="0.05",
    )

    def __init__(self, bank: QuestionBank, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        field.queryset = machines(bank)
        field.label_from_instance = described  # type: ignore[method-assign,assignment]


def machines(bank: QuestionBank) -> Any:  # noqa: ANN401 - a queryset of judges
    """Return the judges of exam grades that are no people and no panels."""
    kinds = (Judge.MODEL, Judge.BASELINE, Judge.IMPORT)
    return judges_with_labels(bank.track, EXAM).filter(kind__in=kinds)
