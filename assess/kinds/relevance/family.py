"""Retrieval scores in the registry of families."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.bases import Saved, saved_of
from assess.analysis.scores.conditions import offer_judges
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.judge_forms import JudgedForm
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring import (
    RetrievalBasis,
    measures_of,
    primary_of,
    score_retrieval,
)
from runs.models import Track


class RetrievalForm(JudgedForm):
    """Whose grades count, and from which grade on a segment is relevant.

    A saved condition says whose, and over which topics.
    """

    kind = RELEVANCE

    condition = forms.UUIDField(required=False, widget=forms.HiddenInput)
    level = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the grades above 0: a relevant segment has one."""
        self.saved = _saved(track, data.get("condition", ""))
        asked = {name: data[name] for name in data}
        if self.saved:
            asked["judge"] = str(self.saved.judge.uuid)
        super().__init__(asked, track=track)
        grades = track.profile.relevance.grades
        level = self.fields["level"]
        assert isinstance(level, forms.TypedChoiceField)  # noqa: S101 - for the types
        level.choices = [
            (grade.value, f"{grade.value} {grade.label}")
            for grade in grades
            if grade.value > 0
        ]

    def first_choice(self) -> dict[str, str]:
        """Return what counts where nobody chose; the level is the profile's."""
        level = self.track.profile.relevance.relevant_from
        return super().first_choice() | {"level": str(level)}

    def clean(self) -> None:
        """Refuse a condition that is not there, or has no qrels."""
        if self.cleaned_data.get("condition") and not self.saved:
            raise forms.ValidationError("There is no such condition with qrels.")

    @property
    def basis(self) -> RetrievalBasis | None:
        """Return the valid form's basis, None where nobody graded anything."""
        judge, level = self.cleaned_data["judge"], self.cleaned_data["level"]
        if not judge:
            return None
        if self.saved:
            return RetrievalBasis(judge, level, self.saved.topics, self.saved.says)
        return RetrievalBasis(judge, level)


def _saved(track: Track, condition: str) -> Saved | None:
    if not condition:
        return None
    offered = saved_of("retrieval", track)
    return next((each for each in offered if str(each.uuid) == condition), None)


FAMILY = register(
    Family(
        name="retrieval",
        title="Retrieval",
        measures=measures_of,
        primary=primary_of,
        form=RetrievalForm,
        score=score_retrieval,
        rules=Rules(unanswered="zero", no_ground="zero"),  # as trec_eval -c
    )
)

offer_judges("retrieval", RELEVANCE)
