"""One label, as a page without script sends it."""

from django import forms

from assess.actions.labels import Act


class LabelForm(forms.Form):
    """What every such form says of the action; a kind adds its item and its value."""

    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0)

    def act(self) -> Act:
        """Return the valid form's action."""
        return Act(key=self.cleaned_data["key"], seen=self.cleaned_data["seen"])
