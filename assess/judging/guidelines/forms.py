"""A new version of guidelines."""

from django import forms

LONGEST = 50_000  # characters


class GuidelineForm(forms.Form):
    """The text in Markdown, and the version on which it is based."""

    text = forms.CharField(
        label="Text",
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 24, "dir": "auto"}),
        help_text="Markdown: headings, lists, tables, emphasis, links.",
    )
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
