"""What requests about banks may hold."""

from __future__ import annotations

from typing import Any

from django import forms

from nuggets.models import Bank
from runs.forms.imports import ReplaceForm


class BankForm(ReplaceForm):
    """Nuggets: the bank that they make."""

    bank = forms.CharField(max_length=150, help_text="The name the bank will have.")


class PostEditForm(forms.Form):
    """The name of a new edited bank."""

    name = forms.CharField(max_length=150, label="Name of the edited bank")

    def __init__(self, *args: Any, draft: Bank, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        super().__init__(*args, **kwargs)
        self.draft = draft
        self.fields["name"].initial = f"{draft.name} edited"[:150]

    def clean_name(self) -> str:
        """Refuse a name that the track has already."""
        name: str = self.cleaned_data["name"]
        banks = Bank.objects.filter(track=self.draft.track_id, deleted_at=None)
        if banks.filter(name=name).exists():
            raise forms.ValidationError("The track has a bank of that name already.")
        return name
