"""The form that makes a question bank."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.decorators import signed_in
from accounts.models import User
from exams.creation.actions import BankNameTaken, found_bank
from exams.models import QuestionBank
from nuggets.models import Bank
from runs.kernel.limits import TooMany, check_room
from runs.models import Track
from runs.views.lookup import organized_track


class FoundForm(forms.Form):
    """The bank's name, and the nugget bank of its key facts, if any."""

    name = forms.CharField(max_length=150)
    source = forms.ModelChoiceField(
        Bank.objects.none(), to_field_name="uuid", required=False
    )

    def __init__(self, *args: object, track: Track) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.track = track
        field = self.fields["source"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        field.queryset = Bank.objects.visible().filter(track=track)

    def clean(self) -> None:
        """Reject a bank beyond the track's limit."""
        banks = QuestionBank.objects.visible().filter(track=self.track)
        try:
            check_room(self.track.profile.limits, "banks", banks.count() + 1)
        except TooMany as error:
            raise forms.ValidationError(str(error)) from error


# /tracks/<track>/exams/new/
@signed_in
@require_POST
def found(request: HttpRequest, track: UUID) -> HttpResponse:
    """Make a question bank."""
    own = organized_track(request, track)
    form = FoundForm(request.POST, track=own)
    if not form.is_valid():
        said = " ".join(str(e) for errors in form.errors.values() for e in errors)
        messages.error(request, said)
        return redirect("exams:banks", own.uuid)
    try:
        bank = found_bank(
            own,
            form.cleaned_data["name"],
            source=form.cleaned_data["source"],
            by=cast(User, request.user),
            now=timezone.now(),
        )
    except BankNameTaken as error:
        messages.error(request, str(error))
        return redirect("exams:banks", own.uuid)
    return redirect("exams:bank", own.uuid, bank.uuid)
