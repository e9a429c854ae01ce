"""Retrieval scores of each run's ranked lists, by one judge's grades (method 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.analysis.scores.arrays import Rules, Scored, narrowed
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.judge_conditions import offer_judges
from assess.analysis.scores.judge_forms import SavedJudgeForm
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring.basis import (
    RetrievalBasis,
    measures_of,
    primary_of,
    relevant_said,
)
from assess.kinds.relevance.scoring.ground import RetrievalGround
from runs.models import Track


def score_retrieval(basis: RetrievalBasis) -> Scored:
    """Return the scores of every run with ranked lists, by trec_eval."""
    track = basis.judge.track
    scored = kept_scores(
        RetrievalGround(basis),
        measures_of(track),
        primary_of(track),
        notes=(
            relevant_said(basis),
            "A segment that nobody judged counts as not relevant.",
        ),
    )
    return narrowed(scored, topics=basis.topics or None)


class RetrievalForm(SavedJudgeForm):
    """The judge of the grades, and the grade from which a segment is relevant.

    A saved condition determines the judge and the topics.
    """

    kind = RELEVANCE
    any_scale = True
    family = "retrieval"
    lacking = "There is no such condition with qrels."

    level = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the grades above 0, since a relevant segment has at least one."""
        super().__init__(data, track=track)
        level = self.fields["level"]
        assert isinstance(level, forms.TypedChoiceField)  # noqa: S101 - for the types
        above = (each for each in track.profile.relevance.grades if each.value > 0)
        level.choices = [(each.value, f"{each.value} {each.label}") for each in above]

    def first_choice(self) -> dict[str, str]:
        """Return the default choice; the level is the profile's."""
        level = self.track.profile.relevance.relevant_from
        return super().first_choice() | {"level": str(level)}

    @property
    def basis(self) -> RetrievalBasis | None:
        """Return the valid form's basis, None if nobody graded anything."""
        judge, level = self.cleaned_data["judge"], self.cleaned_data["level"]
        if not judge:
            return None
        if self.saved:
            return RetrievalBasis(judge, level, self.saved.topics, self.saved.says)
        return RetrievalBasis(judge, level)


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

offer_judges(FAMILY.name, RELEVANCE, any_scale=True)
