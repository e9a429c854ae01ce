"""What of a request a form cannot follow, in words."""

from __future__ import annotations

from typing import Protocol

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict, pretty_name

from assess.forms.listed import ListedField


class Asking(Protocol):
    """A form, whatever else it is."""

    fields: dict[str, forms.Field]

    @property
    def errors(self) -> ErrorDict:
        """Return what the request gets wrong, by field."""


def wrong_in(form: Asking) -> list[str]:
    """Return what a form cannot follow, also of fields that nobody sees."""
    return [
        _said(form.fields.get(name), name, error)
        for name, errors in form.errors.as_data().items()
        for error in errors
    ]


def _said(field: forms.Field | None, name: str, error: ValidationError) -> str:
    said = " ".join(error.messages)
    if field is None or isinstance(field, ListedField):
        return said
    if error.code == "invalid_choice" and error.params:
        said = f"there is no “{error.params['value']}” to choose."
    return f"{pretty_name(name)}: {said}"
