"""The forms of sign-in and preferences."""

from typing import Any, cast
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    UsernameField,
)
from django.http import HttpRequest, QueryDict

from accounts.actions import Preferences, Reading, Shortcuts
from accounts.kernel.keys import (
    BadKey,
    KeyRow,
    all_keys,
    clashes,
    read_key,
    write_key,
)
from accounts.kernel.preferences import MEASURES, READINGS, SIZES, THEMES
from accounts.models import User
from accounts.throttle import TooManyTries, one_try


def zones() -> list[tuple[str, str]]:
    """Return the names of all time zones of this machine, UTC included."""
    return [(zone, zone) for zone in sorted(available_timezones() | {"UTC"})]


class SignInForm(AuthenticationForm):
    """A name and a password."""

    username = UsernameField(
        label="Name", widget=forms.TextInput(attrs={"autofocus": True})
    )

    error_messages = {  # noqa: RUF012  (Django's own attribute)
        "invalid_login": "Wrong name or password. Both are case-sensitive.",
        "inactive": "This account is disabled. Ask your organizer.",
    }

    def full_clean(self) -> None:
        """Validate; if a name was entered, focus the password next time."""
        super().full_clean()
        if self.is_bound and self["username"].value():
            self.fields["username"].widget.attrs.pop("autofocus", None)
            self.fields["password"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Count the attempt against the limits of attempts, then authenticate."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password"):
            return self.cleaned_data
        try:
            with one_try(cast(HttpRequest, self.request), name):
                given: dict[str, Any] = super().clean()
        except TooManyTries as error:
            raise forms.ValidationError(str(error)) from error
        return given


class NewPasswordForm(PasswordChangeForm):
    """The old password, and a new one twice; the view passes the request."""

    request: HttpRequest

    def clean_old_password(self) -> str:
        """Check the old password under the limits of password attempts.

        Somebody else could guess it on a page that was left open.
        """
        try:
            with one_try(self.request, self.user.get_username()):
                given: str = super().clean_old_password()
        except TooManyTries as error:
            raise forms.ValidationError(str(error)) from error
        return given


class PreferencesForm(forms.Form):
    """Time zone and display preferences of one person."""

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

    def preferences(self) -> Preferences:
        """Return the valid form's preferences."""
        data = self.cleaned_data
        return {
            "theme": data["theme"],
            "size": data["size"],
            "measure": data["measure"],
            "stay": data["stay"],
        }


class KeysForm(forms.Form):
    """One field per key; an empty field means the default key."""

    off = forms.BooleanField(
        label="Switch off all one-key shortcuts",
        required=False,
        help_text="? still lists them.",
    )

    def __init__(
        self, data: QueryDict | None = None, *, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        for row in all_keys():
            self.fields[f"key_{row.key}"] = forms.CharField(
                label=f"New key for {write_key(row.key)}",
                required=False,
                strip=False,
                max_length=20,
                widget=forms.TextInput(
                    attrs={
                        "size": 8,
                        "autocomplete": "off",
                        "autocapitalize": "off",
                        "spellcheck": "false",
                        "data-takes-key": True,
                    }
                ),
            )

    def rows(self) -> list[tuple[KeyRow, str, forms.BoundField]]:
        """Return each key with its effect, its spelling and its field."""
        return [(row, write_key(row.key), self[f"key_{row.key}"]) for row in all_keys()]

    def clean(self) -> dict[str, Any]:
        """Read the keys; reject a key that would have two meanings on one screen."""
        moved: dict[str, str] = {}
        for row in all_keys():
            name = f"key_{row.key}"
            try:
                moved |= _move(row.key, self.cleaned_data.get(name, ""))
            except BadKey as error:
                self.add_error(name, str(error))
        for clash in clashes(moved):
            self.add_error(f"key_{clash.asked}", str(clash))
        return {**self.cleaned_data, "moved": moved}

    def shortcuts(self) -> Shortcuts:
        """Return the valid form's keyboard settings."""
        return {"off": self.cleaned_data["off"], "map": self.cleaned_data["moved"]}


def _move(key: str, text: str) -> dict[str, str]:
    mine = read_key(text) if text else key
    return {} if mine == key else {key: mine}


def keys_of(user: User) -> dict[str, Any]:
    """Return a person's keyboard settings as initial values of the form."""
    stored = user.preferences.get("shortcuts", {})
    moved = stored.get("map", {})
    return {
        "off": stored.get("off", False),
        **{f"key_{key}": write_key(mine) for key, mine in moved.items()},
    }


class ReadingForm(forms.Form):
    """The reading settings that a judging page saves while people read.

    All of them are optional.
    """

    terms = forms.CharField(required=False, max_length=2000)
    answer = forms.ChoiceField(required=False, choices=READINGS)
    topic = forms.BooleanField(required=False)
    item = forms.BooleanField(required=False)
    foot = forms.BooleanField(required=False)  # all keys of the foot are shown

    def reading(self) -> Reading:
        """Return only the settings that the request contained."""
        given = {
            name: self.cleaned_data[name] for name in self.fields if name in self.data
        }
        return cast(Reading, given)


def preferences_of(user: User) -> dict[str, Any]:
    """Return a person's preferences as initial values of the form, with defaults."""
    stored = user.preferences
    return {
        "timezone": user.timezone,
        "theme": stored.get("theme", "auto"),
        "size": stored.get("size", "normal"),
        "measure": stored.get("measure", "normal"),
        "stay": stored.get("stay", False),
    }
