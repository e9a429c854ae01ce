"""The form of reference metrics: every gold answer of the track, and every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from runs.models import Track

ALL = "all"


@dataclass(frozen=True)
class ReferenceBasis:
    """The track whose gold answers and imported scores count."""

    track: Track


class ReferencesForm(forms.Form):
    """There is nothing to choose: all gold answers of a track count."""

    answers = forms.ChoiceField(
        choices=[(ALL, "all gold answers")],
        required=False,
        widget=forms.HiddenInput,
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Keep the track."""
        self.track = track
        super().__init__({"answers": data.get("answers") or ALL})

    @property
    def basis(self) -> ReferenceBasis:
        """Return the basis of the scores."""
        return ReferenceBasis(self.track)
