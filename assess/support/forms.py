"""One support label, as a page without script sends it."""

from django import forms

from assess.support.kind import GRADES
from assess.work.forms import LabelForm


class SupportForm(LabelForm):
    """A value for one citation; none takes the label back."""

    marks = ("citation", "pair-")

    citation = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )
