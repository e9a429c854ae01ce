"""The form of a file of calls."""

from django import forms


class CallsForm(forms.Form):
    """A file of calls, as another installation exports it."""

    file = forms.FileField(label="File of calls", help_text="JSON, a call a line.")
