"""The forms that choose whose labels scores rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from assess.forms.listed import JudgeField
from assess.kinds import Kind
from assess.models import Judge
from assess.reading.agreement import judges_with_labels
from runs.models import Track


class JudgedForm(forms.Form):
    """Whose labels of a kind count; nobody chosen: the first who has some."""

    kind: ClassVar[Kind]

    judge = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the judges with labels on the scale; panels last where nobody chose."""
        self.track = track
        judges = judges_with_labels(track, self.kind).on_the_scale()
        self._judges = judges.select_related("track")
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__(self.first_choice() | asked)
        field = self.fields["judge"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        field.queryset = self._judges

    def first_choice(self) -> dict[str, str]:
        """Return what counts where nobody chose."""
        apart = (Judge.PANEL, Judge.ADJUDICATION)  # the latter: what was in dispute
        plain = self._judges.exclude(kind__in=apart).first()
        first = plain or self._judges.first()
        return {"judge": str(first.uuid)} if first else {}
