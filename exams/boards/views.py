"""The exam's boards beside another one, and against the threshold."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.comparison.sides import Sides
from exams.banks.views import bank_of
from exams.boards.charts import sweep_charts
from exams.boards.forms import AgainstForm
from exams.boards.table import NEAR, board_rows, rank_rows
from exams.scores.basis import Basis
from exams.scores.scoring import EXAMS, score_exams
from exams.scores.summary import summaries
from exams.scores.views import looked_at
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<bank>/boards/
@signed_in
@require_GET
def boards(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Compare each exam measure with another board, and show them by threshold."""
    found = bank_of(organized_track(request, track), questions)
    shown = looked_at(request, found)
    basis = shown["basis"]
    if basis:
        rows = summaries(score_exams(basis))
        shown["charts"] = sweep_charts(rows, shown["look"].threshold)
        shown |= _compared(request, basis)
    return render(request, "exams/scores/boards.html", shown)


def _compared(request: HttpRequest, basis: Basis) -> dict[str, Any]:
    """Return the tables of a basis beside the chosen reference, if there is one."""
    sides = Sides(basis.bank.track)
    key = f"{EXAMS.name}:bank={basis.bank.uuid}&judge={basis.judge.uuid}"
    form = AgainstForm(request.GET, sides=sides, own=key)
    own = sides.side(key)
    named = form.cleaned_data["against"] if form.is_valid() else ""
    reference = sides.side(named) if named else None
    shown: dict[str, Any] = {"against": form, "near": NEAR}
    if own is None or reference is None:
        return shown
    return shown | {
        "reference": reference,
        "measures": board_rows(reference, own),
        "ranks": rank_rows(reference, own),
    }
