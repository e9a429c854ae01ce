"""The form of declining: the phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from matching.kernel.declines import PHRASES

LONGEST = 400  # characters: the phrases are part of the page's address


def phrases_of(text: str) -> list[str]:
    """Return the phrases of a text, one a line; without any, the usual ones."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line] or list(PHRASES)


class PhrasesForm(forms.Form):
    """Which phrases mean that an answer declines."""

    phrases = forms.CharField(
        required=False,
        max_length=LONGEST,
        label="Phrases of an answer that declines",
        help_text="One a line, in any case. Empty: the usual ones.",
        widget=forms.Textarea(attrs={"rows": len(PHRASES)}),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Show the usual phrases if none are given."""
        given = data.get("phrases", "").strip()
        super().__init__({"phrases": given or "\n".join(PHRASES)})

    def clean_phrases(self) -> list[str]:
        """Return the phrases."""
        return phrases_of(self.cleaned_data["phrases"])
