"""The form of a round: what is judged, what is shown, by how many, after what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from assess.judging.allocations.choices import known_judges, shown_judges
from assess.judging.models import Judge, Round
from runs.models import Topic, Track

PASS_MARK = 80  # percent


class RoundForm(forms.Form):
    """A new protocol of a track's support labels."""

    name = forms.CharField(
        max_length=60, help_text="Assessors see it; it should not name a model."
    )
    unit = forms.ChoiceField(
        label="Judged are",
        choices=Round.UNITS,
        initial=Round.FIRST,
        widget=forms.RadioSelect,
    )
    shows = forms.ChoiceField(
        label="Shown next to each citation is",
        choices=Round.SHOWS,
        initial=Round.NOTHING,
        widget=forms.RadioSelect,
    )
    in_order = forms.BooleanField(
        label="A person finishes a topic before the next", required=False
    )
    asks_uncited = forms.BooleanField(
        label="Asks whether sentences without a citation need one",
        required=False,
        help_text="Separate work of the round. A sentence that needs none leaves the "
        "denominator of recall.",
    )
    judges = forms.TypedChoiceField(
        label="People for each topic",
        choices=[(1, "one"), (2, "two"), (3, "three")],
        coerce=int,
        widget=forms.RadioSelect,
        initial=1,
    )
    shown = forms.ModelChoiceField(
        label="Whose labels are shown",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="nobody’s",
    )
    training = forms.ModelChoiceField(
        label="Training topic",
        queryset=Topic.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="no training",
        help_text="Everybody judges it first, sees their score, and continues once it "
        "is reached. Training labels never count.",
    )
    known = forms.ModelChoiceField(
        label="Known labels of the training from",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="nobody",
    )
    pass_mark = forms.IntegerField(
        label="Pass mark, in percent of the known labels",
        min_value=1,
        max_value=100,
        initial=PASS_MARK,
        required=False,
    )

    def __init__(self, track: Track, data: QueryDict | None = None) -> None:
        """Offer the track's judges and topics."""
        super().__init__(data)
        self.track = track
        for name, rows in (
            ("shown", shown_judges(track)),
            ("known", known_judges(track)),
            ("training", track.topics.all()),
        ):
            self.fields[name].queryset = rows  # type: ignore[attr-defined]
        if not track.profile.responses.asks_need:
            del self.fields["asks_uncited"]

    def clean_name(self) -> str:
        """Reject a name that another round of the track has."""
        name: str = self.cleaned_data["name"]
        if Round.objects.filter(track=self.track, name=name).exists():
            raise forms.ValidationError("The track already has a round of this name.")
        return name

    def clean(self) -> dict[str, Any]:
        """Require a judge for shown labels, and all of a training or nothing of it."""
        data = super().clean() or self.cleaned_data
        shows = data.get("shows") != Round.NOTHING
        if shows and not data.get("shown"):
            self.add_error("shown", "Choose the judge whose labels are shown.")
        if not shows:
            data["shown"] = None
        if data.get("training") and not data.get("known"):
            self.add_error("known", "Choose who gave the known labels.")
        if data.get("training") and not data.get("pass_mark"):
            self.add_error("pass_mark", "Say how many of them have to be right.")
        if not data.get("training"):
            data["known"] = data["pass_mark"] = None
        return data

    @property
    def made(self) -> Round:
        """Return the valid form's round, not stored."""
        return Round(track=self.track, **self.cleaned_data)
