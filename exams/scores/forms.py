"""The form of exam scores: a bank, a judge, and how passages get their labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.analysis.scores.judge_forms import JudgedForm
from assess.judging.judges.fields import ListedField
from exams.grading.kind import EXAM
from exams.models import QuestionBank
from exams.scores.basis import Basis
from runs.models import Track

VARIANT_WORDS = (
    ("best", "its best grade"),
    ("second", "its second-best grade: it must answer two questions"),
)


class ExamForm(JudgedForm):
    """The basis of exam scores; by default the first bank and judge."""

    kind = EXAM

    bank = ListedField(
        QuestionBank.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
    )
    variant = forms.ChoiceField(choices=VARIANT_WORDS, required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's banks and judges."""
        super().__init__(data, track=track)
        field = self.fields["bank"]
        assert isinstance(field, ListedField)  # noqa: S101 - for the types
        field.queryset = QuestionBank.objects.visible().filter(track=track)

    def first_choice(self) -> dict[str, str]:
        """Return the default choice."""
        banks = QuestionBank.objects.visible().filter(track=self.track)
        first = banks.values_list("uuid", flat=True).first()
        bank = {"bank": str(first)} if first else {}
        return super().first_choice() | bank

    @property
    def basis(self) -> Basis | None:
        """Return the valid form's basis, None if nothing is graded."""
        chosen = self.cleaned_data
        if not chosen["bank"] or not chosen["judge"]:
            return None
        bank, judge = chosen["bank"], chosen["judge"]
        bank.track = judge.track = self.track
        return Basis(bank, judge, chosen["variant"] or "best")
