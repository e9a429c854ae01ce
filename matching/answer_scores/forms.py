"""The forms of answers' scores: which turns, and scores by a model."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.judges.forms import described
from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from matching.answer_scores.measures import MEASURES
from matching.personal import TURNS
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track


class TurnsForm(forms.Form):
    """Which turns count."""

    turns = forms.ChoiceField(
        choices=[(each, each) for each in TURNS], required=False, initial=TURNS[0]
    )


class AnswerScoresForm(forms.Form):
    """The measure, the model, and the topics."""

    measure = forms.ChoiceField(choices=[(each, each) for each in MEASURES])
    judge = forms.ModelChoiceField(
        queryset=Judge.objects.none(), to_field_name="uuid", empty_label=None
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track
        field = self.fields["judge"]
        field.queryset = scorers(track)  # type: ignore[attr-defined]
        field.label_from_instance = described  # type: ignore[attr-defined]

    def clean_topics(self) -> list[Topic]:
        """Return the topics; an empty list means all."""
        return topics_in(self.track, self.cleaned_data["topics"])


def scorers(track: Track) -> JudgeQuerySet:
    """Return the judges that can score answers: models that are asked by prompts."""
    models = Judge.objects.visible().filter(track=track, kind=Judge.MODEL)
    return models.filter(parameters__protocol__isnull=True)
