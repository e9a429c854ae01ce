"""The form of the board that exam measures are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.analysis.comparison.sides import BOARDS, Sides


class AgainstForm(forms.Form):
    """A reference: an imported board, or a condition of any family."""

    against = forms.ChoiceField(required=False, label="Compared with")

    def __init__(self, data: Mapping[str, Any], *, sides: Sides, own: str) -> None:
        """Offer every side but the exam's own; the first board is chosen at first."""
        groups = [
            (title, [(key, says) for key, says in every if key != own])
            for title, every in sides.groups
        ]
        keys = [key for _title, every in groups for key, _says in every]
        boards = [key for key in keys if key.startswith(f"{BOARDS}:")]
        first = next(iter([*boards, *keys]), "")
        super().__init__({"against": data.get("against") or first})
        field = self.fields["against"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
        field.choices = groups
