"""A field for topics by their names."""

from __future__ import annotations

from django import forms

from runs.models import Topic, Track


class TopicsField(forms.CharField):
    """Names of a track's topics, separated by spaces or commas; empty: all."""

    def __init__(self, *, help_text: str = "") -> None:
        super().__init__(
            label="Topics",
            required=False,
            widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
            help_text=help_text,
        )


def topics_in(track: Track, names: str) -> list[Topic]:
    """Return the named topics; raise ValidationError with the unknown names."""
    wanted = set(names.replace(",", " ").split())
    found = list(track.topics.filter(name__in=wanted))
    missing = sorted(wanted - {topic.name for topic in found})
    if missing:
        raise forms.ValidationError(f"There is no topic {', '.join(missing)}.")
    return found
