"""Agreement: of two judges on their labels, of two conditions on the runs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.reading.agreement import compare_judges
from nuggets.scores.comparing_forms import LabelsForm, RanksForm
from nuggets.scores.ranks import Ranks, compare_conditions
from nuggets.scores.ranks_page import chart_of, matrix_of, metric_rows, said, way_rows
from nuggets.scores.seen import seen_track
from runs.models import Track


def _labels(form: LabelsForm, track: Track) -> dict[str, Any]:
    if not form.asked or not form.is_valid():
        return {}
    a, b = form.cleaned_data["a"], form.cleaned_data["b"]
    kind = form.kind_of_label
    found = compare_judges(a, b, kind)
    matrix = matrix_of(found, kind, track)
    return {"a": a, "b": b, "kind": kind, "found": found, "matrix": matrix}


def _compared(form: RanksForm) -> Ranks | None:
    if not form.asked or not form.is_valid():
        return None
    left, right = form.basis("left"), form.basis("right")
    return compare_conditions(left, right, metric=form.by, keep=form.keeps)


def _ranks(form: RanksForm) -> dict[str, Any]:
    ranks = _compared(form)
    if ranks is None:
        return {}
    return {
        "ranks": ranks,
        "left": said(ranks.a.basis),
        "right": said(ranks.b.basis),
        "ways": way_rows(ranks.leading),
        "metrics": metric_rows(ranks),
        "chart": chart_of(ranks),
        "chart_link": urlencode(form.data),
    }


# /tracks/<track>/agreement/
@signed_in
@require_GET
def agreement(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how far two judges agree, and how far two conditions rank alike."""
    seen = seen_track(request, track)
    labels = LabelsForm(request.GET, track=seen.track)
    ranks = RanksForm(request.GET, track=seen.track)
    shown = {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "agreement",
        "labels_form": labels,
        "ranks_form": ranks,
        "labels": _labels(labels, seen.track),
        **_ranks(ranks),
    }
    bad = any(form.asked and form.errors for form in (labels, ranks))
    return render(request, "nuggets/agreement.html", shown, status=422 if bad else 200)


# /tracks/<track>/agreement/chart.svg
@signed_in
@require_GET
def agreement_chart(request: HttpRequest, track: UUID) -> HttpResponse:
    """Give the scatter plot as a file of its own."""
    ranks = _compared(RanksForm(request.GET, track=seen_track(request, track).track))
    if ranks is None:
        raise Http404
    answer = render(
        request,
        "nuggets/chart.svg",
        {"chart": chart_of(ranks), "ranks": ranks},
        content_type="image/svg+xml",
    )
    answer["Content-Disposition"] = 'attachment; filename="agreement.svg"'
    return answer
