"""One response under two conditions: nuggets with labels, and scores, of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django import forms

from assess.analysis.scores.arrays import Measure, narrowed
from assess.analysis.scores.conditions import Condition, offered
from assess.analysis.scores.leaderboard.rows import Value, known, value_of
from assess.exchange.cells import SHEET, Cells
from assess.judging.judges.fields import no_such
from nuggets.scores.page import LabelledNugget, labelled_nuggets
from nuggets.scores.scoring import NUGGETS
from runs.models import Response, Track

HEADS = ("side", "condition", "importance", "nugget", "label")
NOT_SCORED = "a nugget has no label, or the topic is not scored"


def query_of(chosen: Mapping[str, str]) -> str:
    """Return the query of a condition from the choices of a form of scores."""
    names = ("condition",) if "condition" in chosen else ("bank", "judge")
    return "&".join(f"{name}={chosen[name]}" for name in names if name in chosen)


class TwoConditionsForm(forms.Form):
    """The two conditions of nuggets under which a response is read."""

    left = forms.ChoiceField(error_messages={"invalid_choice": no_such("condition")})
    right = forms.ChoiceField(error_messages={"invalid_choice": no_such("condition")})

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the conditions; those not chosen are of the first comparison."""
        self.offered = offered(NUGGETS, track)
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        first = [] if len(asked) > 1 else [*self.offered.first_two()]
        rest = [query for query in first if query not in asked.values()]
        missing = (name for name in self.base_fields if name not in asked)
        super().__init__(asked | dict(zip(missing, rest, strict=False)))
        groups = [
            (group.title, [(each.query, each.says) for each in group.choices])
            for group in self.offered.groups
        ]
        for name in self.base_fields:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
            field.choices = groups

    @property
    def conditions(self) -> list[Condition]:
        """Return the valid form's conditions, those that still exist."""
        found = (self.offered.condition(self.cleaned_data[n]) for n in self.base_fields)
        return [each for each in found if each is not None]


@dataclass(frozen=True, eq=False)
class ConditionReading:
    """A response under one condition."""

    condition: Condition
    response: Response

    @cached_property
    def nuggets(self) -> list[LabelledNugget]:
        """Return the nuggets that score the response, vital ones first."""
        found = labelled_nuggets(self.condition.basis, self.response)
        return sorted(found, key=lambda each: each.listing.importance != "vital")

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the scores."""
        return self.condition.scored.measures

    @property
    def values(self) -> list[Value]:
        """Return the response's score by each measure."""
        run, topic = self.response.run, self.response.topic
        scored = narrowed(
            self.condition.scored, lambda each: each.pk == run.pk, topics=[topic]
        )
        if not scored.values[0].size:
            return [value_of(None, reason=NOT_SCORED) for _each in self.measures]
        numbers = [known(value) for value in np.asarray(scored.values)[:, 0, 0]]
        return [
            value_of(number, reason=NOT_SCORED if ground else measure.lacks)
            for number, ground, measure in zip(
                numbers, scored.grounds[:, 0], self.measures, strict=True
            )
        ]


def lines(readings: list[ConditionReading], cells: Cells = SHEET) -> Iterator[str]:
    """Yield a line of CSV for each nugget of each condition."""
    yield cells.line(HEADS)
    for side, reading in zip(("left", "right"), readings, strict=False):
        for listing, label in reading.nuggets:
            text = listing.nugget.text
            row = [side, reading.condition.says, listing.importance, text, label]
            yield cells.line(row)
