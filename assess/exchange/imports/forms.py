"""The form fields of imports of labels."""

from django import forms

from runs.forms.imports import ReplaceForm
from runs.models import Run


class LabelImportForm(ReplaceForm):
    """Labels: the name of their judge."""

    judge = forms.CharField(
        max_length=150,
        help_text="A new name makes an import judge; its labels keep that name.",
    )


class RjForm(LabelImportForm):
    """Judgments of a run: the run's name, and its scale."""

    group = forms.CharField(required=False, max_length=150)
    type = forms.ChoiceField(choices=Run.TYPES, initial=Run.AUTOMATIC, required=False)
    own_scale = forms.BooleanField(
        required=False,
        label="On a scale of its own",
        help_text="Tick this where its grades mean something else than the track’s, "
        "though the numbers are the same: κ is then not taken.",
    )
    pairs = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="The pairs that the task asks for: topic docid; one per line. "
        "Missing and additional pairs of the run are then named.",
    )
