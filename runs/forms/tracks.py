"""What requests about tracks and their people may hold."""

from __future__ import annotations

from typing import Any

from django import forms

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
        """Refuse a short name that is taken."""
        slug: str = self.cleaned_data["slug"]
        if Track.objects.filter(slug=slug).exists():
            raise forms.ValidationError("A track has this short name already.")
        return slug


class MemberForm(forms.Form):
    """A person and the role they get."""

    username = forms.CharField(label="Sign-in name", max_length=150)
    role = forms.ChoiceField(choices=Membership.ROLES, initial=Membership.ASSESSOR)
    password = forms.CharField(
        required=False,
        label="First password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Only for somebody who has no account here yet.",
    )

    def clean(self) -> dict[str, Any]:
        """Find the person, or see that a new account can be made."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name, password = cleaned.get("username"), cleaned.get("password")
        user = User.objects.filter(username=name).first()
        if user and password:
            self.add_error("password", f"{name} has an account and a password already.")
        if not user and not password:
            self.add_error(
                "password", f"Nobody is called {name} yet: give a first password."
            )
        return cleaned
