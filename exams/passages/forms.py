"""The form of a pool: whose rankings and responses, and segments by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from exams.passages.segments import Pair
from runs.imports.importers.segments import find_segments
from runs.models import Run, Track

LONGEST = 4_000  # characters: the choice is part of the page's address
FEW = 5  # names in a message
USUAL = {"judged": "on"}


class PoolForm(forms.Form):
    """What a pool is made of; without a choice, of all runs and judged segments."""

    runs = forms.ModelMultipleChoiceField(
        Run.objects.none(),
        to_field_name="uuid",
        required=False,
        help_text="Whose first ranks and responses. Left out: all of them.",
    )
    judged = forms.BooleanField(
        required=False, label="Segments with a relevance label, too"
    )
    segments = forms.CharField(
        required=False,
        max_length=LONGEST,
        label="Segments by hand",
        help_text="A topic and a docid a line.",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )
    chosen = forms.CharField(widget=forms.HiddenInput, required=False, initial="1")

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's runs."""
        super().__init__(data if data.get("chosen") else USUAL | {"chosen": "1"})
        self.track = track
        field = self.fields["runs"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - types
        field.queryset = Run.objects.visible().filter(track=track)

    def clean_segments(self) -> list[Pair]:
        """Return the named segments of topics, by row numbers."""
        rows = [line.split() for line in self.cleaned_data["segments"].splitlines()]
        named = [row for row in rows if row]
        if not named:
            return []
        topics = dict(self.track.topics.values_list("name", "pk"))
        known = find_segments(self.track, {row[-1] for row in named})
        wrong = [
            " ".join(row)
            for row in named
            if len(row) != 2 or row[0] not in topics or row[1] not in known
        ]
        if wrong:
            message = f"No topic and segment of this track: {'; '.join(wrong[:FEW])}."
            raise forms.ValidationError(message)
        return [(topics[topic], known[docid]) for topic, docid in named]
