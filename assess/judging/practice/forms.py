"""What a page of practice is asked for, and how it ends."""

from __future__ import annotations

from django import forms

from assess.judging.kinds import Grade


class ExerciseForm(forms.Form):
    """The number of a practice item, none for the guidelines, and a label for it."""

    item = forms.ChoiceField(required=False)
    value = forms.ChoiceField(required=False)

    def __init__(self, data: object, *, most: int, scale: tuple[Grade, ...]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        numbers = [(str(number), str(number)) for number in range(1, most + 1)]
        self.fields["item"].choices = numbers  # type: ignore[attr-defined]
        grades = [(grade.value, grade.label) for grade in scale]
        self.fields["value"].choices = grades  # type: ignore[attr-defined]


class EndForm(forms.Form):
    """Whether the items were skipped."""

    skipped = forms.BooleanField(required=False)
