"""The choices of the page of nugget matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.http import QueryDict

from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import in_order
from assess.judging.kernel.panels import MAJORITY_OF_THREE
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from matching.entail.kind import ENTAIL
from matching.extraction.judges import extractors
from matching.match.kind import MATCH
from matching.models import JudgedPairs
from matching.personal import TURNS, Turns
from nuggets.models import Bank
from runs.models import Track


class Chosen(NamedTuple):
    """What the page shows: judges by pairs and by responses, gold sets, turns."""

    pairs: Judge | None
    responses: Judge | None
    nuggets: Judge | None
    banks: list[Bank]
    turns: Turns


class MatchingForm(forms.Form):
    """Whose decisions, over which gold sets, on which turns."""

    pairs = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, label="Pairs by"
    )
    responses = JudgeField(
        Judge.objects.none(), to_field_name="uuid", required=False, label="Responses by"
    )
    nuggets = JudgeField(
        Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
        label="Response nuggets of",
    )
    turns = forms.ChoiceField(
        choices=[(each, f"{each} turns") for each in TURNS], required=False
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the track's judges; without a choice, the first of each."""
        self.track = track
        asked = {name: data[name] for name in self.base_fields if name in data}
        super().__init__(asked)
        marked = JudgedPairs.objects.filter(judge=OuterRef("pk"))
        by_pairs = judges_with_labels(track, ENTAIL).values("pk")
        self._field("pairs").queryset = track.judges.visible().filter(
            Q(pk__in=by_pairs) | Exists(marked)
        )
        self._field("responses").queryset = judges_with_labels(track, MATCH)
        self._field("nuggets").queryset = extractors(track)
        self.data = self._first() | asked

    def _field(self, name: str) -> JudgeField:
        field = self.fields[name]
        assert isinstance(field, JudgeField)  # noqa: S101 - for the types
        return field

    def _first(self) -> dict[str, str]:
        found = {}
        for name in ("pairs", "responses", "nuggets"):
            rows = self._field(name).rows
            alone = in_order([each for each in rows if not each.rule])
            if name == "responses":
                # People match a few pairs each; only this panel has them all.
                panels = [each for each in rows if each.rule == MAJORITY_OF_THREE]
                alone = [*panels, *alone]
            first = next(iter(alone), None)
            if first:
                found[name] = str(first.uuid)
        return found

    @property
    def chosen(self) -> Chosen:
        """Return the valid form's choices; the gold sets are all banks."""
        data = self.cleaned_data
        banks = Bank.objects.visible().filter(track=self.track)
        return Chosen(
            data["pairs"],
            data["responses"],
            data["nuggets"],
            list(banks.select_related("track", "parent")),
            data["turns"] or "all",
        )


class RanksForm(forms.Form):
    """The two gold sets whose ranks are compared; the other choices stay."""

    left = forms.ChoiceField(label="Ranks by", required=False)
    right = forms.ChoiceField(label="and by", required=False)

    def __init__(self, data: QueryDict, *, banks: Sequence[Bank]) -> None:
        """Offer the gold sets, derived ones last; by default the first two."""
        by_origin = sorted(banks, key=lambda bank: bank.parent is not None)
        self.banks = {str(bank.uuid): bank for bank in by_origin}
        first = dict(zip(("left", "right"), self.banks, strict=False))
        asked = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__(first | asked)
        choices = [(uuid, str(bank)) for uuid, bank in self.banks.items()]
        for name in self.base_fields:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
            field.choices = choices
        names = MatchingForm.base_fields
        self.kept = [(name, data[name]) for name in names if data.get(name)]

    @property
    def pair(self) -> tuple[Bank, Bank] | None:
        """Return the valid form's two sets; None if the track has fewer."""
        chosen = [self.cleaned_data[name] for name in ("left", "right")]
        if not all(chosen):
            return None
        return self.banks[chosen[0]], self.banks[chosen[1]]
