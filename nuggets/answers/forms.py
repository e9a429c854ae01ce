"""The form of a gold answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from assess.judging.work.forms import LabelForm
from nuggets.answers.actions import Said

LONGEST = 40_000  # characters: far beyond what any track permits


class IdsField(forms.Field):
    """Any number of public ids."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> tuple[UUID, ...]:  # noqa: ANN401 - a form's own
        """Return the ids."""
        try:
            return tuple(UUID(str(each)) for each in value or ())
        except ValueError as error:
            raise ValidationError("Choose from the lists.") from error


class AnswerForm(LabelForm):
    """A whole answer, from a page without script."""

    text = forms.CharField(max_length=LONGEST, required=False, strip=False)
    covered = IdsField(required=False)
    used = IdsField(required=False)

    def said(self) -> Said:
        """Return the valid form's content."""
        return Said(
            self.cleaned_data["text"].replace("\r\n", "\n"),
            self.cleaned_data["covered"],
            self.cleaned_data["used"],
        )
