"""The forms of exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms

from assess.exchange.exports.registry import (
    GROUPS,
    Exporter,
    Part,
    Wanted,
    get_exporter,
)
from assess.exchange.snapshots.requests import called
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic
from runs.views.visibility import Seen

if TYPE_CHECKING:
    _Rows = forms.ModelChoiceField[Any]
else:
    _Rows = forms.ModelChoiceField


class RowField(_Rows):
    """A row by its name; a judge with its kind."""

    def label_from_instance(self, obj: object) -> str:
        """Return a label that distinguishes a row from others of its name."""
        return called(obj)


class ExportForm(forms.Form):
    """The parts, the options and the topics of one export."""

    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all."
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        exporter: Exporter,
        seen: Seen,
    ) -> None:
        """Offer the exporter's parts and options."""
        track, chosen = seen.track, None
        names = [part.name for part in exporter.parts]
        begins = exporter.begins(seen, names) if data is None else {}
        if data is not None:
            chosen = {each.name: each.values[0][0] for each in exporter.options}
            chosen |= {name: data[name] for name in data}
        super().__init__(chosen)
        self.exporter, self.track = exporter, track
        for part in exporter.parts:
            self.fields[part.name] = RowField(
                part.rows(track),
                to_field_name="uuid",
                label=part.title,
                empty_label=None,
            )
            if data is None:
                first = begins.get(part.name) or part.first(track)
                self.fields[part.name].initial = first
        for option in exporter.options:
            self.fields[option.name] = forms.ChoiceField(
                choices=option.offered(track),
                label=option.title,
                initial=option.values[0][0],
            )
        self.order_fields([*names, "topics"])

    @property
    def lacking(self) -> Part | None:
        """Return the first part for which the track has no row, or None."""
        parts = self.exporter.parts
        return next((p for p in parts if not p.rows(self.track).exists()), None)

    def clean_topics(self) -> tuple[Topic, ...] | None:
        """Look up the named topics; no names mean all."""
        names: str = self.cleaned_data["topics"]
        return tuple(topics_in(self.track, names)) or None

    @property
    def wanted(self) -> Wanted:
        """Return the valid form's request."""
        chosen = self.cleaned_data
        return Wanted(
            self.track,
            parts={part.name: chosen[part.name] for part in self.exporter.parts},
            options={each.name: chosen[each.name] for each in self.exporter.options},
            topics=chosen["topics"],
        )

    @property
    def said(self) -> list[tuple[str, str]]:
        """Return the bound form's choices as parameters of a query."""
        return [(name, self.data[name]) for name in self.fields if self.data.get(name)]


class SetForm(forms.Form):
    """Several exports at once."""

    exports = forms.MultipleChoiceField(
        label="Exports", widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, exporters: Sequence[Exporter]
    ) -> None:
        """Offer some exports."""
        super().__init__(data)
        field = self.fields["exports"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the types
        field.choices = [
            (
                group,
                [(each.name, each.title) for each in exporters if each.group == group],
            )
            for group in GROUPS
            if any(each.group == group for each in exporters)
        ]

    @property
    def exporters(self) -> list[Exporter]:
        """Return the valid form's exporters."""
        return [get_exporter(name) for name in self.cleaned_data["exports"]]
