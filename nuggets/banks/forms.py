"""The forms of banks."""

from __future__ import annotations

from typing import Any

from django import forms

from nuggets.models import Bank
from runs.forms.imports import ReplaceForm
from runs.kernel.limits import TooMany, check_room
from runs.models import Track


class BankForm(ReplaceForm):
    """Nuggets: the name of their bank."""

    bank = forms.CharField(max_length=150, help_text="The name the bank will have.")


def refuse_past_limit(track: Track) -> None:
    """Raise ValidationError if a track has reached its limit of banks."""
    number = Bank.objects.visible().filter(track=track).count() + 1
    try:
        check_room(track.profile.limits, "banks", number)
    except TooMany as error:
        raise forms.ValidationError(str(error)) from error


class PostEditForm(forms.Form):
    """The name of a new edited bank."""

    name = forms.CharField(max_length=150, label="Name of the edited bank")

    def __init__(self, *args: Any, draft: Bank, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        super().__init__(*args, **kwargs)
        self.draft = draft
        self.fields["name"].initial = f"{draft.name} edited"[:150]

    def clean_name(self) -> str:
        """Reject a name that is taken in the track."""
        name: str = self.cleaned_data["name"]
        banks = Bank.objects.filter(track=self.draft.track_id, deleted_at=None)
        if banks.filter(name=name).exists():
            raise forms.ValidationError("The track has a bank of that name already.")
        refuse_past_limit(self.draft.track)
        return name
