"""What sign-in and preferences may hold."""

from typing import Any, cast
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.http import HttpRequest

from accounts.actions import Preferences
from accounts.kernel.preferences import (
    MEASURES,
    SIZES,
    THEMES,
    BadKeys,
    read_keys,
    write_keys,
)
from accounts.models import User
from accounts.throttle import SignInThrottle


def zones() -> list[tuple[str, str]]:
    """Return every zone that this machine knows, UTC among them."""
    return [(zone, zone) for zone in sorted(available_timezones() | {"UTC"})]


class SignInForm(AuthenticationForm):
    """A name and a password."""

    username = UsernameField(
        label="Name", widget=forms.TextInput(attrs={"autofocus": True})
    )

    error_messages = {  # noqa: RUF012  (Django's own attribute)
        "invalid_login": "This name and password do not belong together. "
        "Both are case-sensitive.",
        "inactive": "This account is switched off. Ask your organizer.",
    }

    def clean(self) -> dict[str, Any]:
        """Let nobody guess on and on."""
        throttle = SignInThrottle(cast(HttpRequest, self.request))
        if minutes := throttle.minutes_to_wait():
            raise forms.ValidationError(
                f"Too many tries with this name. Try again in {minutes} minutes."
            )
        given: dict[str, Any] = super().clean()
        throttle.start_afresh()
        return given


class PreferencesForm(forms.Form):
    """Zone, look, and keys of one person."""

    timezone = forms.ChoiceField(
        label="Time zone",
        choices=zones,
        help_text="All times are shown in this zone.",
    )
    theme = forms.ChoiceField(label="Theme", choices=THEMES)
    size = forms.ChoiceField(label="Size of text", choices=SIZES)
    measure = forms.ChoiceField(label="Line length of passages", choices=MEASURES)
    stay = forms.BooleanField(
        label="Stay on the item after a label",
        required=False,
        help_text="Otherwise the next item comes at once.",
    )
    keys_off = forms.BooleanField(
        label="Switch off all one-key shortcuts", required=False
    )
    keys = forms.CharField(
        label="Moved keys",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="One a line: the key that the page shows, then yours. With u = z "
        "you press z where a page says u. Press ? on a page to see its keys.",
    )

    def clean_keys(self) -> dict[str, str]:
        """Return the moved keys."""
        try:
            return read_keys(self.cleaned_data["keys"])
        except BadKeys as error:
            raise forms.ValidationError(str(error)) from error

    def preferences(self) -> Preferences:
        """Return the valid form's preferences."""
        data = self.cleaned_data
        return {
            "theme": data["theme"],
            "size": data["size"],
            "measure": data["measure"],
            "stay": data["stay"],
            "shortcuts": {"off": data["keys_off"], "map": data["keys"]},
        }


def preferences_of(user: User) -> dict[str, Any]:
    """Return a person's preferences as the form shows them, defaults filled in."""
    stored = user.preferences
    keys = stored.get("shortcuts", {})
    return {
        "timezone": user.timezone,
        "theme": stored.get("theme", "auto"),
        "size": stored.get("size", "normal"),
        "measure": stored.get("measure", "normal"),
        "stay": stored.get("stay", False),
        "keys_off": keys.get("off", False),
        "keys": write_keys(keys.get("map", {})),
    }
