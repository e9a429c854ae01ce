"""The form of one label, for pages without script."""

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
    """Return the key of a valid form's content, computed from the page's key.

    A page that the browser goes back to can send other content with the same page key.
    """
    given = form.cleaned_data
    says = [(name, given[name]) for name in form.fields if name != "seen"]
    return uuid5(given["key"], repr(says))


class HighlightsField(forms.CharField):
    """Spans of code points, sent back as the page had them by a plain form."""

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - a form's own
        """Return the spans."""
        try:
            return read(super().to_python(value) or "")[:MOST_HIGHLIGHTS]
        except ValueError as error:
            raise forms.ValidationError("These are not highlights.") from error


class LabelForm(forms.Form):
    """The common fields of such forms; a kind adds its item and its value.

    `marks` is the name of the item's field and the prefix of its id on a page with
    several items; the person then stays on the page. Without it, a label leads to the
    next page.
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
        """Return in words the value that the valid form requested."""
        names = dict(self.fields["value"].choices)  # type: ignore[attr-defined]
        return str(names.get(self.cleaned_data["value"], "no label")).lower()


class GradeForm(LabelForm):
    """A grade for one item; an empty value takes the label back.

    `parts` name the item if the page has several: then the ids begin with `anchor`, and
    the first part identifies the item.
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
    """Return a function that creates the plain form of a label on its track's scale."""

    def form(work: Allocation, data: QueryDict) -> GradeForm:
        grades = kind.scale(work.track)
        return GradeForm(data, grades=grades, parts=parts, anchor=anchor)

    return form
