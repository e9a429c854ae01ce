"""The form to import a board."""

from django import forms

from runs.forms.imports import ReplaceForm


class BoardImportForm(ReplaceForm):
    """A board: its name, its direction, other names of its runs."""

    name = forms.CharField(
        required=False,
        max_length=150,
        help_text="Default: the name of the file.",
    )
    lower_is_better = forms.BooleanField(
        required=False,
        label="Lower is better",
        help_text="Always so for ranks in JSON: 1 is the best.",
    )
    aliases = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="For runs with another name on the board. One per line: the name on "
        "the board, tab, the run.",
    )
