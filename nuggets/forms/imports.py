"""What imports of banks and assignments ask for beside their file."""

from django import forms

from assess.forms.imports import JudgeForm
from runs.forms.imports import ReplaceForm


class BankForm(ReplaceForm):
    """Nuggets: the bank that they make."""

    bank = forms.CharField(max_length=150, help_text="The name the bank will have.")


class AssignmentsForm(JudgeForm):
    """Assignments: the bank that they are over."""

    bank = forms.CharField(
        max_length=150,
        help_text="A bank of the track; its nuggets must be the file's.",
    )
    aliases = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="For iKAT's matching labels: alias, tab, run; one a line.",
    )
