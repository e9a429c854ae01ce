"""The form of a draft of questions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from assess.judging.judges.forms import described
from assess.judging.models import Judge
from exams.models import Question, QuestionBank
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track


class DraftForm(forms.Form):
    """The model, what it writes, the topics, and the bank."""

    judge = forms.ModelChoiceField(
        label="Written by",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )
    form = forms.ChoiceField(
        label="What",
        choices=[(Question.QUESTION, "Questions"), (Question.KEY_FACT, "Key facts")],
        widget=forms.RadioSelect,
        initial=Question.QUESTION,
    )
    name = forms.CharField(
        label="Bank",
        max_length=150,
        help_text="A new name makes a new bank; the name of an unfinished draft of "
        "the same judge continues that draft.",
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all that "
        "the bank does not have yet."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        field.queryset = drafters(track)
        field.label_from_instance = described  # type: ignore[method-assign,assignment]
        self.fields["name"].initial = free_name(track)

    def clean_topics(self) -> list[Topic]:
        """Return the topics; an empty list means all."""
        return topics_in(self.track, self.cleaned_data["topics"])


def drafters(track: Track) -> QuerySet[Judge]:
    """Return the judges that can write questions: models."""
    return Judge.objects.visible().filter(kind=Judge.MODEL, track=track)


def free_name(track: Track) -> str:
    """Return a name that is free in the track."""
    banks = QuestionBank.objects.filter(track=track)
    taken = set(banks.values_list("name", flat=True))
    number, name = 1, "by a model"
    while name in taken:
        number += 1
        name = f"by a model {number}"
    return name
