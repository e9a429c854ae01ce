"""The form of a comparison: a reference, up to four others, measures, runs."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict

from assess.analysis.comparison.cells import OWN, SHARED
from assess.analysis.comparison.preset import MOST_OTHERS
from assess.analysis.comparison.presets import first_of
from assess.analysis.comparison.sides import ComparisonSide, Sides, columns_of
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.leaderboard.forms import NO_CHOICE
from assess.judging.judges.fields import no_such
from runs.models import Run

MOST_CELLS = 48
RIGHTS = tuple(f"right_{n}" for n in range(1, MOST_OTHERS + 1))
_NO_CONDITION = {"invalid_choice": no_such("condition")}
_NO_CHOICE = {"invalid_choice": NO_CHOICE}


class MeasureGroup(NamedTuple):
    """The check boxes of a family's measures; is_compared: a side is of the family."""

    title: str
    boxes: list[BoundWidget]
    is_compared: bool


class ComparisonForm(forms.Form):
    """What is compared with what, by which measures, over which runs and topics."""

    left = forms.ChoiceField(error_messages=_NO_CONDITION)
    right_1 = forms.ChoiceField(error_messages=_NO_CONDITION)
    right_2 = forms.ChoiceField(required=False, error_messages=_NO_CONDITION)
    right_3 = forms.ChoiceField(required=False, error_messages=_NO_CONDITION)
    right_4 = forms.ChoiceField(required=False, error_messages=_NO_CONDITION)
    measure = forms.MultipleChoiceField(
        required=False,
        error_messages=_NO_CHOICE,
        widget=forms.CheckboxSelectMultiple,
    )
    left_measure = forms.ChoiceField(required=False, error_messages=_NO_CHOICE)
    task = forms.ChoiceField(
        choices=[("", "all tasks"), *Run.TASKS],
        required=False,
        error_messages=_NO_CHOICE,
    )
    category = forms.ChoiceField(required=False, error_messages=_NO_CHOICE)
    over = forms.ChoiceField(
        choices=[
            (SHARED, "the topics that both score"),
            (OWN, "all topics of each"),
        ],
        required=False,
        error_messages=_NO_CHOICE,
    )

    def __init__(self, data: QueryDict, *, sides: Sides) -> None:
        """Offer all conditions and boards; the default is the first possible preset."""
        self.sides = sides
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        if "measure" in data:
            asked["measure"] = data.getlist("measure")  # type: ignore[assignment]
        first = {} if {"left", *RIGHTS} & asked.keys() else self._first()
        super().__init__(first | asked)
        groups = [(group.title, group.sides) for group in sides.groups]
        self._offer("left", groups)
        for place, name in enumerate(RIGHTS):
            none = [("", "nothing else")] if place else []
            self._offer(name, [*none, *groups])
        measures = [
            (group.title, [(each.name, each.title) for each in group.measures])
            for group in sides.measures
        ]
        self._offer("measure", measures)
        self._offer("left_measure", [("", "the same as the others’"), *measures])
        own = sorted({run.category for run in sides.runs} - {""})
        self._offer("category", [("", "all categories"), *((n, n) for n in own)])

    def _first(self) -> dict[str, Any]:
        picked = first_of(self.sides)
        if picked is None:
            return {}
        rights = dict(zip(RIGHTS, picked.others, strict=False))
        return {
            "left": picked.left,
            **rights,
            "measure": picked.measures,
            "left_measure": picked.left_measure,
        }

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
        field.choices = choices

    @property
    def asked(self) -> bool:
        """Return whether there is anything to compare."""
        return bool(self.data)

    def clean(self) -> dict[str, Any]:
        """Reject a side compared with itself, and too many cells."""
        data = super().clean() or self.cleaned_data
        for name in RIGHTS if not data.get("left_measure") else ():
            if data.get(name) and data[name] == data.get("left"):
                self.add_error(name, "Choose another condition than the reference.")
        if not self.errors and len(self.columns) * len(self.others) > MOST_CELLS:
            self.add_error(
                "measure", f"At most {MOST_CELLS} cells: choose fewer measures."
            )
        return data

    @cached_property
    def reference(self) -> ComparisonSide | None:
        """Return the reference."""
        return self.sides.side(self.cleaned_data.get("left", ""))

    @cached_property
    def others(self) -> list[ComparisonSide]:
        """Return the others, each once."""
        keys = dict.fromkeys(self.cleaned_data.get(name, "") for name in RIGHTS)
        found = (self.sides.side(key) for key in keys if key)
        return [side for side in found if side is not None]

    @cached_property
    def columns(self) -> tuple[Measure, ...]:
        """Return the selected measures that a side has, else a primary one.

        A board has only one measure: compared with one, the others' are the columns.
        """
        reference = self.reference
        every = columns_of([*([reference] if reference else []), *self.others])
        wanted = self.cleaned_data["measure"]
        chosen = tuple(each for each in every if each.name in wanted)
        if chosen or reference is None or not self.others:
            return chosen
        side = self.others[0] if len(reference.measures) == 1 else reference
        return (side.measure(side.primary),)

    def keeps(self, run: Run) -> bool:
        """Return whether the valid form selects a run."""
        data = self.cleaned_data
        fits = data["task"] in {"", run.task}
        return fits and data["category"] in {"", run.category}

    @property
    def runs_said(self) -> str:
        """Return in words which runs the valid form selects."""
        data = self.cleaned_data
        tasks = dict(Run.TASKS)
        words = [f"of {tasks[data['task']]}"] if data["task"] else ["of all tasks"]
        words += [f"of the category {data['category']}"] if data["category"] else []
        return ", ".join(words)

    @property
    def measure_groups(self) -> list[MeasureGroup]:
        """Return the boxes of the measures by family, those of compared sides first."""
        boxes = iter(self["measure"])
        compared = {side.family for side in (self.reference, *self.others) if side}
        groups = [
            MeasureGroup(
                group.title,
                list(islice(boxes, len(group.measures))),
                group.family in compared,
            )
            for group in self.sides.measures
        ]
        return sorted(groups, key=lambda group: not group.is_compared)

    @property
    def means_over(self) -> str:
        """Return over which topics the run means are."""
        return self.cleaned_data["over"] or SHARED
