"""A bank's scores at every threshold, and the agreement of its labels."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from exams.banks.views import bank_of
from exams.kernel.grades import TAUS
from exams.models import QuestionBank
from exams.scores.grades import BankGrades
from exams.scores.human import agreement, bank_labels, human_grades, levels_of
from exams.scores.page import LookForm
from exams.scores.scoring import score_exams
from exams.scores.summary import summaries
from runs.views.lookup import organized_track


def looked_at(request: HttpRequest, bank: QuestionBank) -> dict[str, Any]:
    """Return the context of every page about a bank's grades."""
    form = LookForm(request.GET, bank=bank)
    valid = form.is_valid()
    return {
        "track": bank.track,
        "bank": bank,
        "look": form,
        "basis": form.basis if valid else None,
        "human": form.human if valid else None,
        "taus": TAUS,
    }


# /tracks/<track>/exams/<bank>/scores/
@signed_in
@require_GET
def scores(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show every run's scores at every threshold, and the agreement of labels."""
    found = bank_of(organized_track(request, track), questions)
    shown = looked_at(request, found)
    if shown["basis"]:
        scored = score_exams(shown["basis"])
        rows = summaries(scored)
        tau = shown["look"].threshold
        shown["rows"] = sorted(rows, key=lambda row: -(row.taus[tau].cover.mean or 0))
        shown["topics"] = scored.topics
        grades = BankGrades(shown["basis"])
        if shown["human"] and grades.topics:
            shown["levels"] = levels_of(found.track)
            shown["cuts"] = agreement(
                bank_labels(grades),
                human_grades(grades, shown["human"]),
                levels=shown["levels"],
            )
    return render(request, "exams/scores/board.html", shown)
