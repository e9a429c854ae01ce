"""Forms that select the judge of the labels behind scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from assess.analysis.scores.bases import Saved, saved_of
from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import in_order
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from runs.models import Track


class JudgedForm(forms.Form):
    """The judge of a kind's labels; by default the first in order.

    any_scale: imports on a scale of their own are offered too, but never by default.
    """

    kind: ClassVar[Kind]
    any_scale: ClassVar[bool] = False

    judge = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the judges with labels, on the track's scale unless any will do."""
        self.track = track
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__(asked)
        judges = judges_with_labels(track, self.kind)
        self._judge.queryset = judges if self.any_scale else judges.on_the_scale()
        self.data = self.first_choice() | asked

    @property
    def _judge(self) -> JudgeField:
        field = self.fields["judge"]
        assert isinstance(field, JudgeField)  # noqa: S101 - for the types
        return field

    def first_choice(self) -> dict[str, str]:
        """Return the default choice."""
        judges = [each for each in self._judge.rows if not each.has_own_scale]
        first = next(iter(in_order(judges)), None)
        return {"judge": str(first.uuid)} if first else {}


@dataclass(frozen=True)
class JudgeBasis:
    """The basis of scores that depend only on a judge."""

    judge: Judge


class ScoreJudgeForm(JudgedForm):
    """The judge of a kind's labels, and nothing else."""

    @property
    def basis(self) -> JudgeBasis | None:
        """Return the valid form's basis, None if nobody labelled anything."""
        judge = self.cleaned_data["judge"]
        return JudgeBasis(judge) if judge else None


class SavedJudgeForm(JudgedForm):
    """The judge of a kind's labels: selected, or that of a saved condition.

    `lacking` is the message if there is no such condition.
    """

    family: ClassVar[str]
    lacking: ClassVar[str]

    condition = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Take the judge from the condition, unless another one is chosen."""
        self.saved = self._saved_as(data.get("condition", ""), track)
        asked = {name: data[name] for name in data}
        if self.saved and asked.get("judge", "") not in (
            "",
            str(self.saved.judge.uuid),
        ):
            self.saved = None
            del asked["condition"]
        if self.saved:
            asked["judge"] = str(self.saved.judge.uuid)
        super().__init__(asked, track=track)

    def _saved_as(self, condition: str, track: Track) -> Saved | None:
        offered = saved_of(self.family, track) if condition else []
        return next((each for each in offered if str(each.uuid) == condition), None)

    def clean(self) -> None:
        """Reject a condition that does not exist."""
        if self.cleaned_data.get("condition") and not self.saved:
            raise forms.ValidationError(self.lacking)
