"""What a request for an export may hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from assess.exports.registry import Exporter, Wanted
from nuggets.scores.forms import JudgeField
from runs.models import Topic, Track


class ExportForm(forms.Form):
    """The parts, the options and the topics of one export."""

    topics = forms.CharField(
        label="Topics",
        required=False,
        help_text="Their names, separated by spaces or commas. Left empty: all.",
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        exporter: Exporter,
        track: Track,
    ) -> None:
        """Ask for what the exporter needs."""
        chosen = None
        if data is not None:
            chosen = {each.name: each.values[0][0] for each in exporter.options}
            chosen |= {name: data[name] for name in data}
        super().__init__(chosen, auto_id=f"id_{exporter.name}_%s")
        self.exporter, self.track = exporter, track
        for part in exporter.parts:
            kind = JudgeField if part.name == "judge" else forms.ModelChoiceField
            self.fields[part.name] = kind(
                part.rows(track),
                to_field_name="uuid",
                label=part.title,
                empty_label=None,
            )
        for option in exporter.options:
            self.fields[option.name] = forms.ChoiceField(
                choices=option.values, label=option.title, initial=option.values[0][0]
            )
        self.order_fields([*(part.name for part in exporter.parts), "topics"])

    def clean_topics(self) -> tuple[Topic, ...] | None:
        """Find every topic named; none named means all."""
        names = set(re.split(r"[\s,]+", self.cleaned_data["topics"])) - {""}
        if not names:
            return None
        found = tuple(Topic.objects.filter(track=self.track, name__in=names))
        unknown = sorted(names.difference(topic.name for topic in found))
        if unknown:
            raise forms.ValidationError(f"No topic {', '.join(unknown)}.")
        return found

    @property
    def wanted(self) -> Wanted:
        """Return what the valid form asks for."""
        chosen = self.cleaned_data
        return Wanted(
            self.track,
            parts={part.name: chosen[part.name] for part in self.exporter.parts},
            options={each.name: chosen[each.name] for each in self.exporter.options},
            topics=chosen["topics"],
        )
