"""How far two conditions rank the runs alike."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from nuggets.scores.comparing_forms import RanksForm
from nuggets.scores.ranks import Ranks, compare_conditions
from nuggets.scores.ranks_page import chart_of, metric_rows, said, way_rows
from nuggets.scores.seen import seen_track


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


# /tracks/<track>/agreement/rankings/
@signed_in
@require_GET
def rankings(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how far two conditions rank alike."""
    seen = seen_track(request, track)
    form = RanksForm(request.GET, track=seen.track)
    shown = {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "agreement",
        "part": "rankings",
        "ranks_form": form,
        **_ranks(form),
    }
    bad = form.asked and form.errors
    return render(request, "nuggets/agreement.html", shown, status=422 if bad else 200)


# /tracks/<track>/agreement/rankings/chart.svg
@signed_in
@require_GET
def rankings_chart(request: HttpRequest, track: UUID) -> HttpResponse:
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
