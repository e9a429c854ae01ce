"""The form of an extraction."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q

from assess.judging.judges.forms import described
from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from matching.extraction.baseline import SENTENCES
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track


class ExtractionForm(forms.Form):
    """The judge that reads responses, and the topics."""

    judge = forms.ModelChoiceField(
        queryset=Judge.objects.none(), to_field_name="uuid", empty_label=None
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all. "
        "Responses that the judge has read before are not asked again."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track
        field = self.fields["judge"]
        field.queryset = able_extractors(track)  # type: ignore[attr-defined]
        field.label_from_instance = described  # type: ignore[attr-defined]

    def clean_topics(self) -> list[Topic]:
        """Return the topics; an empty list means all."""
        return topics_in(self.track, self.cleaned_data["topics"])


def able_extractors(track: Track) -> JudgeQuerySet:
    """Return the judges that can extract: models, and the baseline of sentences."""
    models = Q(kind=Judge.MODEL, parameters__protocol__isnull=True)
    able = models | Q(kind=Judge.BASELINE, baseline=SENTENCES.name)
    return Judge.objects.visible().filter(able, track=track)
