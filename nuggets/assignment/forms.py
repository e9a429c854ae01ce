"""One label, as a page without script sends it."""

from django import forms

from assess.exchange.imports.forms import LabelImportForm
from assess.judging.work.forms import LabelForm
from nuggets.assignment.kind import GRADES


class AssignmentForm(LabelForm):
    """A value for one nugget; none takes the label back."""

    marks = ("nugget", "nugget-")

    nugget = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )


class AssignmentsForm(LabelImportForm):
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
