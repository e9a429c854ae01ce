"""What a request to compare two rankings may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms

from assess.rankings.conditions import (
    Choice,
    Choices,
    Condition,
    condition,
    first_two,
    offered,
)
from assess.scores.families import Family, families_of
from assess.scores.scored import Measure
from runs.models import Run, Track

MOST_TOP, MOST_PLACES = 100, 50


class RankingsForm(forms.Form):
    """The question how far two conditions rank the runs alike, by a measure."""

    first_choice: ClassVar[dict[str, str]] = {}

    left = forms.ChoiceField()
    right = forms.ChoiceField()
    measure = forms.ChoiceField(required=False)
    task = forms.ChoiceField(choices=[("", "all tasks"), *Run.TASKS], required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the family's conditions; where nobody chose, take the first two."""
        self.track = track
        self.families = families_of(track)
        self.family, self.choices = self._family(data.get("family", ""))
        two = first_two(self.choices)
        first = self.first_choice | dict(zip(("left", "right"), two, strict=False))
        names = tuple(self.base_fields)
        asked = {name: data[name] for name in names if data.get(name)}
        chosen = bool({"left", "right"} & asked.keys())
        super().__init__(first | asked if chosen or two else {})
        for name in ("left", "right"):
            self._offer(name, [(group, _pairs(own)) for group, own in self.choices])
        self._offer("measure", [(each.name, each.title) for each in self.measures])

    def _family(self, name: str) -> tuple[Family | None, Choices]:
        """Return the family asked for, else the first that has two conditions."""
        named = [each for each in self.families if each.name == name]
        every = [(each, offered(each, self.track)) for each in named or self.families]
        comparable = (found for found in every if first_two(found[1]))
        return next(comparable, every[0] if every else (None, []))

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
        field.choices = choices

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures by which runs are ranked."""
        every = self.family.measures(self.track) if self.family else ()
        return tuple(each for each in every if not each.aside)

    @property
    def asked(self) -> bool:
        """Return whether there is anything to compare."""
        return bool(self.data)

    @property
    def by(self) -> Measure:
        """Return the valid form's measure, the family's primary where none is named."""
        assert self.family is not None  # noqa: S101 - a valid form has one
        name = self.cleaned_data["measure"] or self.family.primary(self.track)
        return next(each for each in self.measures if each.name == name)

    def side(self, name: str) -> Condition | None:
        """Return the valid form's condition, left or right."""
        query = self.cleaned_data[name]
        group, says = next(
            (group, choice.says)
            for group, own in self.choices
            for choice in own
            if choice.query == query
        )
        says = f"{group}, {says}" if group.startswith("Bank ") else says
        assert self.family is not None  # noqa: S101 - a valid form has one
        return condition(self.family, self.track, query, says)

    def keeps(self, run: Run) -> bool:
        """Return whether the valid form asks for a run."""
        return self.cleaned_data["task"] in {"", run.task}


class SettlingForm(RankingsForm):
    """The same question while work goes on, with what counts as settled."""

    first_choice: ClassVar[dict[str, str]] = {"top": "5", "places": "1"}

    top = forms.IntegerField(min_value=1, max_value=MOST_TOP)
    places = forms.IntegerField(min_value=0, max_value=MOST_PLACES)

    @property
    def of_top(self) -> int:
        """Return how many runs at the top are to stand."""
        return int(self.cleaned_data["top"])

    @property
    def within(self) -> int:
        """Return within how many places each is to stand."""
        return int(self.cleaned_data["places"])


def _pairs(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    return [(choice.query, choice.says) for choice in choices]
