"""The form of a condition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.judging.judges.fields import JudgeField
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.conditions.actions import Parts
from nuggets.models import Bank, Condition
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track


class ConditionForm(forms.Form):
    """A name, a bank, the judges of assignments and qrels, and the topics."""

    name = forms.CharField(max_length=150)
    bank = forms.ModelChoiceField(
        Bank.objects.none(), to_field_name="uuid", empty_label=None
    )
    judge = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
        label="Assigned by",
    )
    qrels_judge = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="whose the bank’s nuggets came from",
        label="Qrels of",
        help_text="Whose grades the retrieval scores use. It changes no score of "
        "nuggets.",
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all that "
        "the bank and the judge both have."
    )
    seen = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        track: Track,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer the track's rows."""
        super().__init__(data, initial=dict(initial or {}))
        self.track = track
        judges = judges_with_labels(track, ASSIGNMENT)
        graders = judges_with_labels(track, RELEVANCE)
        banks = Bank.objects.visible().filter(track=track)
        for name, rows in {
            "bank": banks.select_related("qrels_judge"),
            "judge": judges,
            "qrels_judge": graders,
        }.items():
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
            field.queryset = rows

    @property
    def offers_any(self) -> bool:
        """Return whether there are a bank and a judge to select."""
        named = (self.fields["bank"], self.fields["judge"])
        return all(field.queryset.exists() for field in named)  # type: ignore[attr-defined]

    def clean_topics(self) -> tuple[Topic, ...]:
        """Look up every named topic; the error lists unknown ones."""
        return tuple(topics_in(self.track, self.cleaned_data["topics"]))

    @property
    def parts(self) -> Parts:
        """Return the valid form's parts."""
        chosen = self.cleaned_data
        return Parts(*(chosen[each] for each in _PARTS))


_PARTS = ("name", "bank", "judge", "qrels_judge", "topics")


def as_it_is(condition: Condition, *, seen: int) -> dict[str, Any]:
    """Return the form's initial values for a condition."""
    qrels = condition.qrels_judge
    return {
        "name": condition.name,
        "bank": condition.bank.uuid,
        "judge": condition.assignment_judge.uuid,
        "qrels_judge": qrels.uuid if qrels else None,
        "topics": " ".join(topic.name for topic in condition.topics.all()),
        "seen": seen,
    }
