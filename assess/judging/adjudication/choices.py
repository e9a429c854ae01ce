"""The forms of adjudications for organizers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict

from accounts.models import User
from assess.judging.adjudication.actions import AdjudicationPlan
from assess.judging.adjudication.registry import EXHIBITS
from assess.judging.allocations.choices import assessors_of
from assess.judging.judges.forms import JudgeForm
from assess.judging.kernel.disputes import Threshold
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Adjudication, Judge
from assess.judging.rounds.protocols import names_of_rounds
from assess.judging.screens import SCREENS
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track

NOT_ON_THE_SCALE = "Choose a label of this kind’s scale."


def adjudicated_kinds(track: Track) -> list[Kind]:
    """Return the kinds whose disagreements can be settled in a track."""
    return [each.kind for each in EXHIBITS if each.kind.fits(track)]


def judges_to_compare(track: Track, *kinds: Kind) -> QuerySet[Judge]:
    """Return the judges that can be compared, without adjudications.

    These are the judges with labels of some kinds, by default of any that can be
    settled.
    """
    found = judges_with_labels(track, *(kinds or adjudicated_kinds(track)))
    return found.exclude(kind=Judge.ADJUDICATION)


def _first(track: Track, kinds: list[Kind], wanted: str) -> Kind:
    """Return the requested kind, else the first one with something to settle."""
    named = [kind for kind in kinds if kind.name == wanted]
    disputable = (kind for kind in kinds if judges_to_compare(track, kind).count() > 1)
    return named[0] if named else next(disputable, kinds[0])


class OpenForm(JudgeForm):
    """The judges, one kind of label, which differences count, and the adjudicators.

    Judges and cuts are those of the kind, which the page's URL selects.
    """

    kind = forms.ChoiceField(widget=forms.HiddenInput)
    judges = forms.ModelMultipleChoiceField(
        label="Judges to compare",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        widget=forms.CheckboxSelectMultiple,
        help_text="An item counts if at least two of them labelled it.",
        error_messages={
            "invalid_choice": "One of them has no labels of this kind yet."
        },
    )
    sort = forms.ChoiceField(
        label="Which differences",
        choices=[
            ("any", "every difference"),
            ("distance", "only labels that differ enough on the scale"),
            ("cut", "only across a cut, such as relevant or not"),
        ],
        initial="any",
        widget=forms.RadioSelect,
    )
    distance = forms.IntegerField(
        label="Steps of difference, at least", min_value=1, max_value=20, initial=2
    )
    cut = forms.ChoiceField(
        label="The lowest label above the cut",
        required=False,
        error_messages={"invalid_choice": NOT_ON_THE_SCALE},
    )
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all."
    )
    adjudicators = forms.ModelMultipleChoiceField(
        queryset=User.objects.none(),
        to_field_name="uuid",
        widget=forms.CheckboxSelectMultiple,
        help_text="Assessors of the track. They share the work: each takes the next "
        "topic, and nobody has a topic that somebody else has.",
    )
    own_allowed = forms.BooleanField(
        label="They may settle items that they labelled themselves",
        required=False,
        help_text="This is recorded, and the result counts their labels.",
    )

    of_round = forms.TypedChoiceField(
        label="People’s labels of the round",
        coerce=int,
        required=False,
        help_text="Machines and imports have labels of one round only.",
        error_messages={"invalid_choice": "The track has no such round."},
    )
    hides_labels = forms.BooleanField(
        label="They judge again, without seeing the labels in dispute",
        required=False,
        help_text="A third, independent judge: Agreement then compares it with each.",
    )

    def __init__(
        self,
        track: Track,
        data: QueryDict | None = None,
        *,
        kind: str = "",
        **initially: object,
    ) -> None:
        """Offer the track's rows for a kind; some values are selected initially."""
        self.kinds = adjudicated_kinds(track)
        wanted = data.get("kind", "") if data else kind
        self.chosen = _first(track, self.kinds, wanted)
        initial = {"kind": self.chosen.name} | initially
        super().__init__(track, data, initial=initial)
        choices = {
            "kind": [(kind.name, kind.title) for kind in self.kinds],
            "cut": [("", "–"), *_cuts(self.chosen, track)],
        }
        for name, own in choices.items():
            self.fields[name].choices = own  # type: ignore[attr-defined]
        if SCREENS.get(self.chosen.name).has_rounds:
            rounds = list(names_of_rounds(track).items())
            self.fields["of_round"].choices = rounds  # type: ignore[attr-defined]
        else:
            del self.fields["of_round"]
        for name, rows in (
            ("judges", judges_to_compare(track, self.chosen)),
            ("adjudicators", assessors_of(track)),
        ):
            self.fields[name].queryset = rows  # type: ignore[attr-defined]

    @property
    def offers_judges(self) -> bool:
        """Return whether there are two judges to compare."""
        return judges_to_compare(self.track, self.chosen).count() > 1

    def clean_kind(self) -> Kind:
        """Return the kind of label."""
        return get_kind(self.cleaned_data["kind"])

    def clean_topics(self) -> list[Topic]:
        """Return the topics, by default all of the track."""
        named = topics_in(self.track, self.cleaned_data["topics"])
        return list(named) or list(self.track.topics.all())

    def clean(self) -> dict[str, Any]:
        """Require a cut if only differences across a cut count."""
        data = super().clean() or {}
        if data.get("sort") == "cut" and data.get("cut") == "":
            self.add_error("cut", NOT_ON_THE_SCALE)
        return data

    def plan(self) -> AdjudicationPlan:
        """Return the valid form's plan."""
        data = self.cleaned_data
        judges = sorted(data["judges"], key=lambda judge: judge.name)
        for judge in judges:
            judge.track = self.track
        return AdjudicationPlan(
            kind=data["kind"],
            judges=judges,
            adjudicators=list(data["adjudicators"]),
            topics=data["topics"],
            threshold=Threshold(data["sort"], data["distance"], data["cut"]),
            own_allowed=data["own_allowed"],
            hides_labels=data["hides_labels"],
            of_round=data.get("of_round") or 0,
        )


def _cuts(kind: Kind, track: Track) -> list[tuple[str, str]]:
    """Return the labels that have a lower one."""
    scale = [grade for grade in kind.scale(track) if not grade.apart]
    return [(grade.value, grade.label) for grade in scale[1:]]


class AdjudicatorsForm(forms.Form):
    """The people who may settle the rest."""

    adjudicators = forms.ModelMultipleChoiceField(
        queryset=User.objects.none(),
        to_field_name="uuid",
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self, adjudication: Adjudication, data: QueryDict | None = None
    ) -> None:
        """Offer the track's assessors."""
        chosen = [person.uuid for person in adjudication.adjudicators.all()]
        super().__init__(data, initial={"adjudicators": chosen})
        rows = assessors_of(adjudication.track)
        self.fields["adjudicators"].queryset = rows  # type: ignore[attr-defined]
