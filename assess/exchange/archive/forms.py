"""The forms of archives."""

from __future__ import annotations

from django import forms

from assess.exchange.archive.pseudonyms import Hidden


class ArchiveForm(forms.Form):
    """The names that an archive replaces by pseudonyms."""

    people = forms.BooleanField(
        required=False,
        label="Pseudonyms for people",
        help_text="In place of names and sign-in names. Notes, talk and guidelines "
        "stay as they were written.",
    )
    runs = forms.BooleanField(
        required=False, label="Pseudonyms for run tags and groups"
    )

    @property
    def hidden(self) -> Hidden:
        """Return the choice."""
        return Hidden(**self.cleaned_data)


class ArrivalForm(forms.Form):
    """An archive to import."""

    file = forms.FileField(label="Archive", help_text="A .zip that Assay made.")
