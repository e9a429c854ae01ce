"""One support label, as a page without script sends it."""

from django import forms

from assess.actions.labels import Act
from assess.support.kind import GRADES


class SupportForm(forms.Form):
    """A value for one citation; none takes the label back."""

    citation = forms.UUIDField()
    value = forms.ChoiceField(
        choices=[(grade.value, grade.label) for grade in GRADES], required=False
    )
    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0)

    def act(self) -> Act:
        """Return the valid form's action."""
        return Act(key=self.cleaned_data["key"], seen=self.cleaned_data["seen"])
