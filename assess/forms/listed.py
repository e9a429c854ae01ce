"""Fields that choose a row out of a list which the page shows anyhow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError

from assess.models import Judge

if TYPE_CHECKING:
    _Rows = forms.ModelChoiceField[Any]
else:
    _Rows = forms.ModelChoiceField


class ListedField(_Rows):
    """A row by its public id, out of a list that is read once."""

    @property
    def rows(self) -> list[Any]:
        """Return what there is to choose from."""
        return list(self.queryset or ())

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - as Django has it
        """Return the row, None for an empty value."""
        if value in self.empty_values:
            return None
        for row in self.rows:
            if str(row.uuid) == str(value):
                return row
        message = self.error_messages["invalid_choice"]
        raise ValidationError(message, "invalid_choice", {"value": value})


class JudgeField(ListedField):
    """A judge by name, with what kind of judge it is wherever it is no person."""

    def label_from_instance(self, obj: Judge) -> str:
        """Return the name and the kind."""
        return obj.full_name
