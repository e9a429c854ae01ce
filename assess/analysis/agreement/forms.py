"""The forms of questions about agreement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict

from assess.analysis.agreement.questions import AgreementQuestion
from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import in_order
from assess.judging.kinds import Kind, get_kind, kinds_of
from assess.judging.labels.cells import most_in_common
from assess.judging.labels.overlap import Side, judges_with_labels
from assess.judging.models import Allocation, Judge
from assess.judging.models.rounds import TRAINING
from assess.judging.rounds.protocols import names_of_rounds
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track

MOST_JUDGES = 12
Field = TypeVar("Field", bound=forms.Field)


class TopicsForm(forms.Form):
    """A kind of label, and the topics to which the question is restricted."""

    kind = forms.ChoiceField()
    topics = TopicsField(help_text="Empty: all. Names, separated by spaces.")
    sort = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        super().__init__(data)
        self.track = track
        kinds = [(each.name, each.title.lower()) for each in kinds_of(track)]
        self._field("kind", forms.ChoiceField).choices = kinds

    def _field(self, name: str, of: type[Field]) -> Field:
        field = self.fields[name]
        assert isinstance(field, of)  # noqa: S101
        return field

    @property
    def asked(self) -> bool:
        """Return whether there is anything to compare."""
        return bool(self.data)

    def clean_topics(self) -> tuple[Topic, ...]:
        """Look up the topics by their names."""
        return tuple(topics_in(self.track, self.cleaned_data["topics"]))

    @property
    def kind_of_label(self) -> Kind:
        """Return the valid form's kind."""
        return get_kind(self.cleaned_data["kind"])


def _no_labels(judge: str) -> dict[str, str]:
    """Return the error message for a judge that is not offered.

    Such a judge may have no label yet.
    """
    return {"invalid_choice": f"{judge} has no labels yet."}


class JudgesForm(TopicsForm):
    """The question how far A agrees with B, and with others, on a kind of label."""

    a = forms.ChoiceField(error_messages=_no_labels("The first judge"))
    b = forms.ChoiceField(error_messages=_no_labels("The second judge"))
    more = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages=_no_labels("One of the other judges"),
    )

    def __init__(self, data: QueryDict, *, track: Track) -> None:
        """Offer the track's judges; without a choice, select two."""
        asked: Mapping[str, Any] = data
        if not (data.get("a") or data.get("b")):
            asked = first_judges(track, data.get("kind", ""))
        super().__init__(asked, track=track)
        self._sides = sides_of(track)
        choices = [(value, side.name) for value, side in self._sides.items()]
        self._field("a", forms.ChoiceField).choices = choices
        self._field("b", forms.ChoiceField).choices = choices
        self._field("more", forms.MultipleChoiceField).choices = choices

    def clean(self) -> dict[str, Any]:
        """Reject a judge compared with itself, and more judges than a table shows."""
        data = super().clean() or self.cleaned_data
        if data.get("a") and data.get("a") == data.get("b"):
            self.add_error("b", "Choose two different judges.")
        if len(data.get("more", [])) > MOST_JUDGES - 2:
            self.add_error("more", f"Choose at most {MOST_JUDGES} judges.")
        return data

    @property
    def question(self) -> AgreementQuestion:
        """Return the valid form's question."""
        data = self.cleaned_data
        values = dict.fromkeys([data["a"], data["b"], *data["more"]])
        sides = tuple(self._sides[value] for value in values)
        return AgreementQuestion(self.track, self.kind_of_label, sides, data["topics"])


class CellForm(JudgesForm):
    """A cell of a confusion matrix: the value of the first judge, and of the second."""

    x = forms.CharField(max_length=20)
    y = forms.CharField(max_length=20)

    @property
    def of_the_matrix(self) -> dict[str, str]:
        """Return the query of the matrix's own page."""
        names = ("a", "b", "kind", "topics")
        return {name: self.data[name] for name in names if self.data.get(name)}


class MachinesForm(TopicsForm):
    """The question how far each machine agrees with one judge."""

    judge = JudgeField(Judge.objects.none(), to_field_name="uuid", empty_label=None)

    def __init__(self, data: QueryDict, *, track: Track) -> None:
        """Offer the track's judges; without a choice, select the first in order."""
        super().__init__(
            data if data.get("judge") else first_ground(track), track=track
        )
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = judges_with_labels(track, *kinds_of(track))


def sides_of(track: Track) -> dict[str, Side]:
    """Return the sides that may be compared, by their value in the form.

    People with labels of a round other than 0 have a second side with these labels.
    """
    judges = judges_with_labels(track, *kinds_of(track))
    rounds = rounds_with_labels(track)
    names = names_of_rounds(track) if rounds else {}
    sides = {str(judge.uuid): Side(judge) for judge in judges}
    for value, side in list(sides.items()):
        judge = side.judge
        for number, people in sorted(rounds.items()):
            if judge.user_id in people or judge.rule == "assessors":
                name = names.get(number, f"round {number}")
                sides[f"{value}:{number}"] = Side(judge, number, name)
    return sides


def rounds_with_labels(track: Track) -> dict[int, set[int]]:
    """Return the people with labels of each round but 0, by row number.

    Handed-out work without labels is ignored: only organizers may know of it. Training
    counts nowhere.
    """
    later = Allocation.objects.filter(
        track=track, round__gt=0, round__lt=TRAINING
    ).order_by()
    people: dict[str, set[int]] = {}
    for name, person in later.values_list("work", "assessor").distinct():
        people.setdefault(name, set()).add(person)
    found: dict[int, set[int]] = {}
    for kind in kinds_of(track):
        if kind.name in people:
            labels = kind.model.objects.given().filter(
                judge__track=track,
                judge__user__in=people[kind.name],
                round__gt=0,
                round__lt=TRAINING,
            )
            rows = labels.order_by().values_list("round", "judge__user").distinct()
            for number, person in rows:
                found.setdefault(number, set()).add(person)
    return found


def first_judges(track: Track, wanted: str = "") -> dict[str, str]:
    """Return two judges to compare, of a wanted kind of label or the first with two.

    These are the two with most items in common; ties go to the order of judges.
    """
    for kind in kinds_of(track):
        if wanted and kind.name != wanted:
            continue
        found = _alone(judges_with_labels(track, kind))
        if len(found) > 1:
            a, b = most_in_common(track, kind, in_order(found))
            return {"kind": kind.name, "a": str(a.uuid), "b": str(b.uuid)}
    return {}


def first_ground(track: Track) -> dict[str, str]:
    """Return the default kind and judge with which machines are compared."""
    for kind in kinds_of(track):
        judges = list(judges_with_labels(track, kind))
        if len(_alone(judges)) > 1:
            return {"kind": kind.name, "judge": str(in_order(judges)[0].uuid)}
    return {}


def _alone(judges: Iterable[Judge]) -> list[Judge]:
    return [judge for judge in judges if judge.kind != Judge.PANEL]
