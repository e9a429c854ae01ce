"""The form of declining: the phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.judging.judges.fields import JudgeField
from assess.judging.models import Judge
from matching.declines.people import judges_of_declines
from matching.kernel.declines import PHRASES
from runs.models import Track

LONGEST = 400  # characters: the phrases are part of the page's address


def phrases_of(text: str) -> list[str]:
    """Return the phrases of a text, one a line; without any, the usual ones."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line] or list(PHRASES)


class PhrasesForm(forms.Form):
    """Which phrases mean that an answer declines, or whose labels say so."""

    judge = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        label="Judged by",
        empty_label="the phrases",
    )
    phrases = forms.CharField(
        required=False,
        max_length=LONGEST,
        label="Phrases of an answer that declines",
        help_text="One a line, in any case. Empty: the usual ones.",
        widget=forms.Textarea(attrs={"rows": len(PHRASES)}),
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's judges; show the usual phrases if none are given."""
        given = data.get("phrases", "").strip()
        said = {"phrases": given or "\n".join(PHRASES), "judge": data.get("judge", "")}
        super().__init__(said)
        field = self.fields["judge"]
        assert isinstance(field, JudgeField)  # noqa: S101 - for the types
        field.queryset = judges_of_declines(track)

    def clean_phrases(self) -> list[str]:
        """Return the phrases."""
        return phrases_of(self.cleaned_data["phrases"])
