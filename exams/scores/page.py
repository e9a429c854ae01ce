"""What a page about a bank's grades asks for: a judge, relevance, and two cuts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.http import urlencode

from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import first_with_labels
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.grading.kind import EXAM
from exams.kernel.grades import TAUS
from exams.models import QuestionBank
from exams.scores.basis import Basis
from exams.scores.human import levels_of


class LookForm(forms.Form):
    """The judge of the grades, the judge of relevance, τ and the cut of relevance."""

    judge = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
        label="Graded by",
    )
    relevance = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
        label="relevance by",
    )
    tau = forms.TypedChoiceField(
        choices=[(tau, tau) for tau in TAUS],
        coerce=int,
        required=False,
        label="τ",
    )
    h = forms.TypedChoiceField(coerce=int, required=False, label="relevant from")

    def __init__(self, data: Mapping[str, Any], *, bank: QuestionBank) -> None:
        """Offer the track's judges; without a choice, take the first ones."""
        self.bank = bank
        track = bank.track
        first = {
            name: judge
            for name, kind in (("judge", EXAM), ("relevance", RELEVANCE))
            if (judge := first_with_labels(track, kind))
        }
        levels = levels_of(track)
        start = {name: str(judge.uuid) for name, judge in first.items()}
        start |= {
            "tau": str(track.profile.exam.tau),
            "h": str(levels[0]) if levels else "",
        }
        given = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__(start | given)
        for name, kind in (("judge", EXAM), ("relevance", RELEVANCE)):
            field = self.fields[name]
            assert isinstance(field, JudgeField)  # noqa: S101 - for the types
            field.queryset = judges_with_labels(track, kind).on_the_scale()
        cut = self.fields["h"]
        assert isinstance(cut, forms.TypedChoiceField)  # noqa: S101 - for the types
        cut.choices = [(level, level) for level in levels]

    @property
    def basis(self) -> Basis | None:
        """Return the basis of a valid form's scores, None if nothing is graded."""
        judge = self.cleaned_data["judge"]
        if not judge:
            return None
        judge.track = self.bank.track
        return Basis(self.bank, judge)

    @property
    def human(self) -> Judge | None:
        """Return the judge of relevance of a valid form."""
        judge: Judge | None = self.cleaned_data["relevance"]
        if judge:
            judge.track = self.bank.track
        return judge

    @property
    def threshold(self) -> int:
        """Return τ of a valid form."""
        return int(self.cleaned_data["tau"] or self.bank.track.profile.exam.tau)

    @property
    def level(self) -> int:
        """Return the cut of people's grades of a valid form."""
        return int(self.cleaned_data["h"] or 1)

    @property
    def query(self) -> str:
        """Return a valid form's choices as the query of a link."""
        said = {
            name: str(getattr(value, "uuid", value))
            for name, value in self.cleaned_data.items()
            if value
        }
        return urlencode(said)
