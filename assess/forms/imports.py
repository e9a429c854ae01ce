"""What imports of labels ask for beside their file."""

from django import forms

from runs.forms.imports import ReplaceForm


class JudgeForm(ReplaceForm):
    """Labels: whose they are."""

    judge = forms.CharField(
        max_length=150,
        help_text="A new name makes an import judge; its labels keep that name.",
    )
