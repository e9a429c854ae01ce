"""The forms of requests to compare two rankings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms

from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.conditions import Choice, Condition, Offered, offered
from assess.analysis.scores.families import Family, families_of
from assess.analysis.scores.initial_conditions import default_of
from assess.analysis.scores.leaderboard.forms import NO_CHOICE
from assess.judging.judges.fields import no_such
from runs.models import Run
from runs.views.visibility import Seen

MOST_TOP, MOST_PLACES = 100, 50
_NO_CONDITION = {"invalid_choice": no_such("condition")}
_NO_CHOICE = {"invalid_choice": NO_CHOICE}


class RankingsForm(forms.Form):
    """The question how far two conditions rank the runs alike, by a measure."""

    first_choice: ClassVar[dict[str, str]] = {}
    default = ""  # the query of the default condition, if one was set

    left = forms.ChoiceField(error_messages=_NO_CONDITION)
    right = forms.ChoiceField(error_messages=_NO_CONDITION)
    measure = forms.ChoiceField(required=False, error_messages=_NO_CHOICE)
    task = forms.ChoiceField(
        choices=[("", "all tasks"), *Run.TASKS],
        required=False,
        error_messages=_NO_CHOICE,
    )

    def __init__(self, data: Mapping[str, Any], *, seen: Seen) -> None:
        """Offer the family's conditions; without a choice, select the first two."""
        track = self.track = seen.track
        self.seen = seen
        self.families = families_of(track)
        self.offered, two = self._offered(data)
        first = self.first_choice | dict(zip(("left", "right"), two, strict=False))
        names = tuple(self.base_fields)
        asked = {name: data[name] for name in names if data.get(name)}
        chosen = bool({"left", "right"} & asked.keys())
        self._two = () if chosen else two
        super().__init__(first | asked if chosen or two else {})
        groups = self.offered.groups if self.offered else []
        for name in ("left", "right"):
            self._offer(name, [(each.title, _pairs(each.choices)) for each in groups])
        self._offer("measure", [(each.name, each.title) for each in self.measures])

    def _offered(
        self, data: Mapping[str, Any]
    ) -> tuple[Offered | None, tuple[str, ...]]:
        """Return the requested family, or the first with two conditions.

        With it the two default conditions, none if both were selected.
        """
        named = [each for each in self.families if each.name == data.get("family")]
        chosen = bool(data.get("left") and data.get("right"))
        first = None
        for family in named or self.families:
            found = offered(family, self.track)
            self.default = self._default(family, chosen=chosen)
            two = () if chosen else found.first_two(self.default)
            if two or (chosen and len(found.every) > 1):
                return found, two
            first = first or found
        return first, ()

    def _default(self, family: Family, *, chosen: bool) -> str:
        row = None if chosen else default_of(family, self.seen)
        return row.query if row else ""

    @property
    def begins(self) -> str:
        """Return the reason for these two conditions, "" if somebody selected them."""
        if not self._two:
            return ""
        if self.default in self._two:
            return "the track’s default condition, and the fullest to compare with"
        return "the fullest conditions, of people and of machines where there are both"

    def clean(self) -> dict[str, Any]:
        """Reject a condition compared with itself."""
        data = super().clean() or self.cleaned_data
        if data.get("left") and data.get("left") == data.get("right"):
            self.add_error("right", "Choose two different conditions.")
        return data

    @property
    def family(self) -> Family | None:
        """Return the family whose conditions are offered."""
        return self.offered.family if self.offered else None

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
        """Return the valid form's measure, by default the family's primary one."""
        assert self.family is not None  # noqa: S101 - a valid form has one
        name = self.cleaned_data["measure"] or self.family.primary(self.track)
        return next(each for each in self.measures if each.name == name)

    def side(self, name: str) -> Condition | None:
        """Return the valid form's condition, left or right."""
        assert self.offered is not None  # noqa: S101 - a valid form has one
        return self.offered.condition(self.cleaned_data[name])

    def keeps(self, run: Run) -> bool:
        """Return whether the valid form selects a run."""
        return self.cleaned_data["task"] in {"", run.task}


class SettlingForm(RankingsForm):
    """The same question during work, with the criterion for a settled ranking."""

    first_choice: ClassVar[dict[str, str]] = {"top": "5", "places": "1"}

    top = forms.IntegerField(min_value=1, max_value=MOST_TOP)
    places = forms.IntegerField(min_value=0, max_value=MOST_PLACES)

    @property
    def of_top(self) -> int:
        """Return how many runs at the top must be stable."""
        return int(self.cleaned_data["top"])

    @property
    def within(self) -> int:
        """Return within how many places each must stay."""
        return int(self.cleaned_data["places"])


def _pairs(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    return [(choice.query, choice.says) for choice in choices]
