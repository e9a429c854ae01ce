"""The form that makes batches."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.judges.fields import JudgeField, ListedField
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from matching.batches.actions import PEOPLE, Wanted
from matching.match.kind import MATCH
from nuggets.models import Bank
from runs.models import Run, Track

MOST_PEOPLE = 9


class BatchesForm(forms.Form):
    """Batches: the gold nuggets, the runs, the test items, how many people."""

    bank = ListedField(
        Bank.objects.none(),
        to_field_name="uuid",
        label="Gold nuggets",
        empty_label=None,
    )
    runs = forms.ModelMultipleChoiceField(
        Run.objects.none(),
        to_field_name="uuid",
        required=False,
        help_text="Left out: all of them.",
    )
    tests = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        label="Test items",
        help_text="Whose matches are right answers. Each batch takes one of its turn.",
    )
    people = forms.IntegerField(
        min_value=1, max_value=MOST_PEOPLE, initial=PEOPLE, label="People a pair"
    )

    def __init__(self, data: Any = None, *, track: Track) -> None:  # noqa: ANN401
        """Offer the track's rows."""
        super().__init__(data)
        banks = Bank.objects.visible().filter(track=track).select_related("track")
        own: dict[str, Any] = {
            "bank": banks,
            "runs": Run.objects.visible().filter(track=track),
            "tests": judges_with_labels(track, MATCH),
        }
        for name, rows in own.items():
            self.fields[name].queryset = rows  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted:
        """Return what a valid form asks for."""
        data = self.cleaned_data
        return Wanted(
            data["bank"], data["tests"], list(data["runs"]), (), data["people"]
        )
