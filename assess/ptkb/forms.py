"""One label of a statement, as a page without script sends it."""

from django import forms

from assess.ptkb.kind import GRADES
from assess.work.forms import LabelForm


class PtkbForm(LabelForm):
    """A value for one statement; none takes the label back."""

    marks = ("statement", "statement-")

    statement = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )
