"""The form of a leaderboard: everything except the basis of its scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django import forms

from assess.analysis.scores.arrays import Measure, NoGround, Rules, Unanswered
from assess.analysis.scores.leaderboard.confidence import Correction
from runs.models import Run, Topic

LENGTH = "L"
NO_CHOICE = "There is no “%(value)s” to choose."
FILTERS = ("task", "group", "type", "category", "turns")


class Select(NamedTuple):
    """A filter of the page, by value: (value, title) each, one selected."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]
    chosen: str


class BoardForm(forms.Form):
    """The selected runs and turns, their order, and how missing values count."""

    task = forms.ChoiceField(
        choices=[("", "all tasks"), *Run.TASKS[1:]], required=False
    )
    group = forms.CharField(max_length=150, required=False)
    type = forms.ChoiceField(choices=[("", "both types"), *Run.TYPES], required=False)
    category = forms.CharField(max_length=150, required=False)
    turns = forms.ChoiceField(
        choices=[
            ("", "all turns"),
            ("personal", "personal turns"),
            ("other", "other turns"),
        ],
        required=False,
    )
    unanswered = forms.ChoiceField(
        choices=[("zero", "count 0"), ("left_out", "are left out")], required=False
    )
    no_ground = forms.ChoiceField(
        choices=[("undefined", "have no score"), ("zero", "count 0")], required=False
    )
    correction = forms.ChoiceField(
        choices=[("tukey", "randomised Tukey HSD"), ("holm", "Holm")], required=False
    )
    tests = forms.ChoiceField(choices=[("now", "now")], required=False)
    sort = forms.ChoiceField(required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        measures: tuple[Measure, ...],
        primary: str,
        rules: Rules,
    ) -> None:
        """Offer to sort by the family's measures, and by length."""
        super().__init__(
            {name: data[name] for name in self.base_fields if name in data}
        )
        self._primary, self._rules = primary, rules
        names = [*(measure.name for measure in measures), LENGTH]
        sort = self.fields["sort"]
        assert isinstance(sort, forms.ChoiceField)  # noqa: S101 - for the types
        sort.choices = [(s + name, name) for name in names for s in ("", "-")]
        for field in self.fields.values():
            field.error_messages["invalid_choice"] = NO_CHOICE

    @property
    def rules(self) -> Rules:
        """Return how missing values count; by default as the family defines it."""
        unanswered = self.cleaned_data["unanswered"] or self._rules.unanswered
        no_ground = self.cleaned_data["no_ground"] or self._rules.no_ground
        return Rules(cast(Unanswered, unanswered), cast(NoGround, no_ground))

    @property
    def sort_by(self) -> str:
        """Return the valid form's sort key, such as -V_strict."""
        return self.cleaned_data["sort"] or f"-{self._primary}"

    @property
    def correction_by(self) -> Correction:
        """Return the valid form's correction for multiple comparisons."""
        return cast(Correction, self.cleaned_data["correction"] or "tukey")

    @property
    def waits(self) -> bool:
        """Return whether the valid form waits for the tests, however long they take."""
        return bool(self.cleaned_data["tests"])

    def selects(
        self, groups: Iterable[str], categories: Sequence[str], *, turns: bool
    ) -> tuple[Select, ...]:
        """Return the valid form's filters; turns: whether there are several kinds."""
        options = {
            "task": self._choices("task"),
            "group": (("", "all groups"), *((group, group) for group in groups)),
            "type": self._choices("type"),
        }
        if categories:
            named = ((each, each) for each in categories)
            options["category"] = (("", "all categories"), *named)
        if turns:
            options["turns"] = self._choices("turns")
        return tuple(
            Select(name, name.capitalize(), each, self.cleaned_data[name])
            for name, each in options.items()
        )

    def _choices(self, name: str) -> tuple[tuple[str, str], ...]:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
        choices = cast("Iterable[tuple[str, str]]", field.choices)
        return tuple(choices)

    def keeps(self, run: Run) -> bool:
        """Return whether the valid form selects a run."""
        return all(
            not self.cleaned_data[name] or self.cleaned_data[name] == getattr(run, name)
            for name in ("task", "group", "type", "category")
        )

    def keeps_topic(self, topic: Topic) -> bool:
        """Return whether the valid form selects a topic."""
        turns = self.cleaned_data["turns"]
        return not turns or is_personal(topic) == (turns == "personal")


def is_personal(topic: Topic) -> bool:
    """Return whether the topics file names a PTKB statement relevant to a turn."""
    return bool(topic.details.get("statements"))
