"""What a person looks for in the guides."""

from django import forms


class LookupForm(forms.Form):
    """The words that a part must have."""

    q = forms.CharField(required=False, max_length=100)
