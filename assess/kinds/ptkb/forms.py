"""One label of a statement, as a page without script sends it."""

from django import forms

from assess.judging.work.forms import LabelForm
from assess.kinds.ptkb.kind import GRADES


class PtkbForm(LabelForm):
    """A value for one statement; none takes the label back."""

    marks = ("statement", "statement-")

    statement = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )
