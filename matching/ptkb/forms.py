"""The form of chosen statements: whose labels are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import in_order
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import PTKB
from runs.models import Track


class ReferenceForm(forms.Form):
    """The judge whose labels of statements are right."""

    judge = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
        label="Relevant by",
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the judges with labels; without a choice, the first one."""
        super().__init__({"judge": data.get("judge", "")})
        field = self.fields["judge"]
        assert isinstance(field, JudgeField)  # noqa: S101 - for the types
        field.queryset = judges_with_labels(track, PTKB)
        first = next(iter(in_order(field.rows)), None)
        if first and not self.data["judge"]:
            self.data = {"judge": str(first.uuid)}
