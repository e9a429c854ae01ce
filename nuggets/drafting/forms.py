"""The form of a draft."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet

from assess.judging.judges.forms import described
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.banks.forms import refuse_past_limit
from nuggets.drafting.baseline import EXTRACTIVE
from nuggets.models import Bank
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track


class DraftForm(forms.Form):
    """The drafting judge, the topics, the judge of relevance, and the bank."""

    judge = forms.ModelChoiceField(
        label="Drafter",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )
    qrels = forms.ModelChoiceField(
        label="Relevant segments from",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
        help_text="The judge whose relevance labels choose the segments. It is "
        "recorded with the bank.",
    )
    name = forms.CharField(
        label="Bank",
        max_length=150,
        help_text="A new name makes a new bank; the name of an unfinished draft of "
        "the same two judges continues that draft.",
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all with "
        "relevant segments that the bank does not have yet."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track
        for name, rows in (("judge", drafters(track)), ("qrels", graders(track))):
            field = self.fields[name]
            field.queryset = rows  # type: ignore[attr-defined]
            field.label_from_instance = described  # type: ignore[attr-defined]
        self.fields["name"].initial = free_name(track)

    def clean_name(self) -> str:
        """Reject a new bank beyond the limit."""
        name: str = self.cleaned_data["name"]
        if not Bank.objects.visible().filter(track=self.track, name=name).exists():
            refuse_past_limit(self.track)
        return name

    def clean_topics(self) -> list[Topic]:
        """Return the topics; an empty list means all."""
        return topics_in(self.track, self.cleaned_data["topics"])


def drafters(track: Track) -> QuerySet[Judge]:
    """Return the judges that can draft: models, and the extractive baseline."""
    able = Q(kind=Judge.MODEL) | Q(kind=Judge.BASELINE, baseline=EXTRACTIVE.name)
    return Judge.objects.visible().filter(able, track=track)


def graders(track: Track) -> QuerySet[Judge]:
    """Return the judges that have relevance labels, and the panels."""
    given = RELEVANCE.model.objects.given().filter(judge=OuterRef("pk"))
    own = Judge.objects.visible().on_the_scale().filter(track=track)
    return own.filter(Exists(given) | Q(kind=Judge.PANEL))


def free_name(track: Track) -> str:
    """Return a name that is free in the track."""
    taken = set(Bank.objects.filter(track=track).values_list("name", flat=True))
    number, name = 1, "auto"
    while name in taken:
        number += 1
        name = f"auto {number}"
    return name
