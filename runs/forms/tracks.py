"""The forms of tracks and their people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator

from accounts.models import User
from runs.actions.tracks import profile_names
from runs.models import Membership, Track


class TrackForm(forms.Form):
    """A new track."""

    name = forms.CharField(max_length=200)
    slug = forms.SlugField(
        label="Short name", max_length=64, help_text="For commands, such as rag25."
    )
    profile = forms.ChoiceField(
        choices=lambda: [(name, name) for name in profile_names()],
        help_text="The rules that the track starts from: scale, limits, checks.",
    )

    def clean_slug(self) -> str:
        """Reject a short name that is taken."""
        slug: str = self.cleaned_data["slug"]
        if Track.everything.filter(slug=slug).exists():
            raise forms.ValidationError("A track has this short name already.")
        return slug


class DueForm(forms.Form):
    """The day by which people should have labelled everything."""

    due_on = forms.DateField(
        required=False,
        label="Due date",
        help_text="The overview compares the forecast with it. Empty: no due date.",
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )


class MemberForm(forms.Form):
    """A person and the role they get."""

    username = forms.CharField(
        label="Sign-in name",
        max_length=150,
        validators=[UnicodeUsernameValidator()],
    )
    role = forms.ChoiceField(choices=Membership.ROLES, initial=Membership.ASSESSOR)
    password = forms.CharField(
        required=False,
        label="First password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Only for somebody without an account here: 12 or more characters.",
    )

    def clean_username(self) -> str:
        """Return the name in the form in which accounts are stored."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        return name

    def clean(self) -> dict[str, Any]:
        """Look up the person, or check that a new account can be created."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name, password = cleaned.get("username"), cleaned.get("password")
        if not name:
            return cleaned
        if User.objects.filter(username=name).exists():
            if password:
                taken = f"{name} has an account already: leave this out."
                self.add_error("password", taken)
        elif not password:
            missing = f"Nobody is called {name} yet: give a first password."
            self.add_error("password", missing)
        else:
            self._check_password(name, password)
        return cleaned

    def _check_password(self, name: str, password: str) -> None:
        try:
            validate_password(password, User(username=name))
        except forms.ValidationError as error:
            self.add_error("password", error)
