"""One label, as a page without script sends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.http import QueryDict

from assess.judging.kernel.highlights import read
from assess.judging.kinds import Grade, Kind
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation

LONGEST_NOTE = 2_000  # characters
MOST_HIGHLIGHTS = 200


def key_of(form: forms.Form) -> UUID:
    """Return the key of what a valid form says, made from the page's.

    A page that the browser goes back to says something else with the same key.
    """
    given = form.cleaned_data
    says = [(name, given[name]) for name in form.fields if name != "seen"]
    return uuid5(given["key"], repr(says))


class HighlightsField(forms.CharField):
    """Spans of code points, as the page had them: a plain form keeps what there was."""

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - a form's own
        """Read the spans."""
        try:
            return read(super().to_python(value) or "")[:MOST_HIGHLIGHTS]
        except ValueError as error:
            raise forms.ValidationError("These are no highlights.") from error


class LabelForm(forms.Form):
    """What every such form says of the action; a kind adds its item and its value.

    `marks` names the field of the item and the prefix of its id on a page that holds
    several, which then stays; without them the label of a page leads to the next.
    """

    marks = ("", "")

    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0)

    def act(self) -> Act:
        """Return the valid form's action."""
        return Act(key=key_of(self), seen=self.cleaned_data["seen"])

    @property
    def anchor(self) -> str:
        """Return the id of the valid form's item on its page, "" for the whole page."""
        name, prefix = self.marks
        return f"{prefix}{self.cleaned_data[name]}" if name else ""

    @property
    def chosen(self) -> str:
        """Return in words what the valid form wanted the label to be."""
        names = dict(self.fields["value"].choices)  # type: ignore[attr-defined]
        return str(names.get(self.cleaned_data["value"], "no label")).lower()


class GradeForm(LabelForm):
    """A grade for one item; none takes the label back.

    `parts` name the item where its page does not: on a page of several, whose ids
    begin with `anchor`, the first of them.
    """

    value = forms.ChoiceField(required=False)

    def __init__(
        self,
        data: QueryDict,
        *,
        grades: Sequence[Grade],
        parts: Sequence[str] = (),
        anchor: str = "",
    ) -> None:
        """Offer the grades."""
        super().__init__(data)
        choices = [(grade.value, grade.label) for grade in grades]
        self.fields["value"].choices = choices  # type: ignore[attr-defined]
        for part in parts:
            self.fields[part] = forms.UUIDField()
        self.order_fields(["key", "seen", *parts])
        if anchor:
            self.marks = (parts[0], anchor)


def grade_form(
    kind: Kind, *parts: str, anchor: str = ""
) -> Callable[[Allocation, QueryDict], GradeForm]:
    """Return what makes the plain form of a label on its track's scale."""

    def form(work: Allocation, data: QueryDict) -> GradeForm:
        grades = kind.scale(work.track)
        return GradeForm(data, grades=grades, parts=parts, anchor=anchor)

    return form
