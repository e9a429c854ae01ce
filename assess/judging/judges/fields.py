"""Form fields that select a row from a list that the page shows anyway."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError

from assess.judging.models import Judge
from config.operations.single_reads import rows_once

if TYPE_CHECKING:
    _Rows = forms.ModelChoiceField[Any]
else:
    _Rows = forms.ModelChoiceField


def no_such(what: str) -> str:
    """Return the error message for a value that is not offered, as from old links."""
    return f"This {what} can’t be chosen here, or no longer: choose another."


class _ListedRows(forms.models.ModelChoiceIterator):
    """The choices of a field, from its rows."""

    def __iter__(self) -> Iterator[Any]:
        field: Any = self.field
        if field.empty_label is not None:
            yield "", field.empty_label
        for row in field.rows:
            yield self.choice(row)


class ListedField(_Rows):
    """A row by its public id, from a list that is read once."""

    iterator = _ListedRows

    @property
    def rows(self) -> list[Any]:
        """Return the rows to choose from."""
        return [] if self.queryset is None else rows_once(self.queryset)

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - as Django has it
        """Return the row, None for an empty value."""
        if value in self.empty_values:
            return None
        for row in self.rows:
            if str(row.uuid) == str(value):
                return row
        assert self.queryset is not None  # noqa: S101 - for the types
        what = self.queryset.model._meta.verbose_name  # noqa: SLF001
        raise ValidationError(no_such(what), "invalid_choice")


class JudgeField(ListedField):
    """A judge by name, with the kind of judge unless it is a person."""

    def label_from_instance(self, obj: Judge) -> str:
        """Return the name and the kind."""
        return obj.full_name
