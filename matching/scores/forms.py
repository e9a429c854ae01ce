"""The form of matching scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q

from assess.judging.judges.fields import JudgeField, ListedField
from assess.judging.judges.order import in_order
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from matching.entail.kind import ENTAIL
from matching.extraction.judges import extractors
from matching.match.kind import MATCH
from matching.models import JudgedPairs
from matching.scores.basis import PAIRS, Basis
from nuggets.banks.defaults import first_bank
from nuggets.models import Bank
from runs.models import Track


def deciding_judges(track: Track) -> JudgeQuerySet:
    """Return the judges with decisions by pairs or by responses, and the panels."""
    marked = JudgedPairs.objects.filter(judge=OuterRef("pk"))
    labelled = judges_with_labels(track, MATCH, ENTAIL)
    return track.judges.visible().filter(
        Q(pk__in=labelled.values("pk")) | Exists(marked)
    )


class BasisForm(forms.Form):
    """The basis of matching scores: a bank, a judge, and whose response nuggets."""

    bank = ListedField(
        Bank.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )
    judge = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, empty_label=None
    )
    nuggets = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
        label="Response nuggets",
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's rows; without a choice, select the first ones."""
        self.track = track
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__(asked)
        self._field("bank").queryset = track.banks.visible().select_related("track")
        self._field("judge").queryset = deciding_judges(track)
        self._field("nuggets").queryset = extractors(track)
        self.data = self._first() | asked

    def _field(self, name: str) -> ListedField:
        field = self.fields[name]
        assert isinstance(field, ListedField)  # noqa: S101 - for the types
        return field

    def _first(self) -> dict[str, str]:
        bank = first_bank(self.track) or next(iter(self._field("bank").rows), None)
        judges = [each for each in self._field("judge").rows if each.rule == ""]
        first = {
            "bank": bank,
            "judge": next(iter(in_order(judges)), None),
            "nuggets": next(iter(self._field("nuggets").rows), None),
        }
        return {name: str(row.uuid) for name, row in first.items() if row}

    @property
    def basis(self) -> Basis | None:
        """Return the valid form's basis, None if there is nothing to score by."""
        bank, judge = self.cleaned_data["bank"], self.cleaned_data["judge"]
        if not (bank and judge):
            return None
        return Basis(bank, judge, PAIRS, self.cleaned_data["nuggets"])
