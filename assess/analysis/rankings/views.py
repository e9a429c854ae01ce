"""Pages of agreement between two rankings, and of when the ranking settles."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.charts import Chart, chart_file
from assess.analysis.rankings.forms import RankingsForm, SettlingForm
from assess.analysis.rankings.questions import RankingQuestion, SettlingQuestion
from assess.analysis.rankings.summary import so_far
from runs.models import Track
from runs.views.lookup import organized_track
from runs.views.visibility import Seen, seen_track


def _page(seen: Seen, form: RankingsForm, tab: str) -> dict[str, Any]:
    return {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": tab,
        "form": form,
    }


def _status(form: RankingsForm) -> int:
    return 422 if form.asked and form.errors else 200


def _question(request: HttpRequest, seen: Seen) -> RankingQuestion:
    return RankingQuestion(seen, RankingsForm(request.GET, seen=seen))


def _settling(request: HttpRequest, track: UUID) -> SettlingQuestion:
    seen = Seen(organized_track(request, track), organizes=True)
    return SettlingQuestion(seen, SettlingForm(request.GET, seen=seen))


# /tracks/<track>/agreement/rankings/
@never_cache
@signed_in
@require_GET
def rankings(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how far two conditions rank the runs alike."""
    asked = _question(request, seen_track(request, track))
    shown = _page(asked.seen, asked.form, "rankings") | asked.answer
    return render(
        request, "assess/analysis/rankings/page.html", shown, status=_status(asked.form)
    )


# /tracks/<track>/agreement/rankings/<chart>.csv
@signed_in
@require_GET
def rankings_file(request: HttpRequest, track: UUID, chart: str) -> HttpResponse:
    """Return the numbers of one of the page's charts."""
    asked = _question(request, seen_track(request, track))
    return _file(request, asked.charts, chart)


# /tracks/<track>/agreement/settling/
@never_cache
@signed_in
@require_GET
def settling(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show organizers what has settled, and what to judge next."""
    asked = _settling(request, track)
    shown = _page(asked.seen, asked.form, "settling") | asked.answer
    return render(
        request,
        "assess/analysis/rankings/stability.html",
        shown,
        status=_status(asked.form),
    )


# /tracks/<track>/agreement/settling/<chart>.csv
@signed_in
@require_GET
def settling_file(request: HttpRequest, track: UUID, chart: str) -> HttpResponse:
    """Return the numbers of one of the page's charts."""
    return _file(request, _settling(request, track).charts, chart)


# /tracks/<track>/agreement/so-far/
@never_cache
@signed_in
@require_GET
def tau_so_far(request: HttpRequest, track: UUID) -> HttpResponse:
    """Return the overview's line on tau so far."""
    found: Track = organized_track(request, track)
    shown = {"track": found, "so_far": so_far(found)}
    return render(request, "assess/analysis/rankings/_so_far.html", shown)


def _file(request: HttpRequest, charts: list[Chart], name: str) -> HttpResponse:
    if not charts:
        raise Http404
    return chart_file(request, charts, name)
