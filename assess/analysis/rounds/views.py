"""The page of rounds compared."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.rounds.comparison import compared_rounds
from assess.judging.judges.fields import JudgeField
from assess.judging.judges.order import in_order
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge, Round
from assess.judging.screens import SCREENS
from runs.models import Track
from runs.views.lookup import organized_track

MACHINES = (Judge.MODEL, Judge.BASELINE, Judge.IMPORT)


class RoundsForm(forms.Form):
    """The machine with which each round's labels are compared."""

    judge = JudgeField(Judge.objects.none(), to_field_name="uuid", empty_label=None)

    def __init__(self, data: QueryDict, *, track: Track, kind: Kind) -> None:
        """Offer the machines with labels; by default the one that a round shows."""
        rows = judges_with_labels(track, kind).filter(kind__in=MACHINES)
        shown = Round.objects.filter(track=track, shown__in=rows).first()
        first = shown.shown if shown else next(iter(in_order(list(rows))), None)
        default = {"judge": str(first.uuid)} if first else {}
        super().__init__(data if data.get("judge") else default)
        self.fields["judge"].queryset = rows  # type: ignore[attr-defined]


# /tracks/<track>/agreement/rounds/
@never_cache
@signed_in
@require_GET
def agreement_rounds(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show each round's agreement with a machine, and what was kept of its labels."""
    found = organized_track(request, track)
    kind = next(each for each in kinds_of(found) if SCREENS.get(each.name).has_rounds)
    form = RoundsForm(request.GET, track=found, kind=kind)
    shown: dict[str, Any] = {
        "track": found,
        "organizes": True,
        "tab": "rounds",
        "form": form,
        "kind": kind,
    }
    if form.is_valid():
        machine = form.cleaned_data["judge"]
        rows = compared_rounds(found, kind, machine)
        third = any(row.third for row in rows)
        shown |= {"judge": machine, "rows": rows, "has_third": third}
    status = 422 if form.errors and form.data else 200
    return render(request, "assess/analysis/rounds/page.html", shown, status=status)
