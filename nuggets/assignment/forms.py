"""One label, as a page without script sends it."""

from django import forms

from assess.actions.labels import Act
from assess.forms.imports import JudgeForm
from nuggets.assignment.kind import GRADES


class AssignmentForm(forms.Form):
    """A value for one nugget; none takes the label back."""

    nugget = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )
    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0)

    def act(self) -> Act:
        """Return the valid form's action."""
        return Act(key=self.cleaned_data["key"], seen=self.cleaned_data["seen"])


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
