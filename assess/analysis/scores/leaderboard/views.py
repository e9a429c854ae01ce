"""The leaderboard of any family of measures, its files, and one run's topics."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.analysis.charts import chart_file
from assess.analysis.models import DefaultCondition
from assess.analysis.scores.default_choice import choose_default
from assess.analysis.scores.families import families_of
from assess.analysis.scores.initial_conditions import basis_said, protocol_of
from assess.analysis.scores.leaderboard.chart import leaderboard_chart
from assess.analysis.scores.leaderboard.files import FILES
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.pareto import pareto_chart
from assess.analysis.scores.leaderboard.requests import Asked, asked, context_of
from assess.analysis.scores.leaderboard.topics import Matrix, responses_of, topic_rows
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from assess.exchange.exports.names import saved_as
from assess.exchange.snapshots.requests import called
from runs.views.lookup import organized_track
from runs.views.visibility import seen_track


# /tracks/<track>/scores/ and /tracks/<track>/scores/<family>/
@signed_in
@require_GET
def scores(request: HttpRequest, track: UUID, family: str = "") -> HttpResponse:
    """Show the leaderboard of a family of measures."""
    found = asked(request, seen_track(request, track), family)
    shown = context_of(found)
    if found.scored is not None:
        page = found.page()
        shown |= {
            "apart": found.apart,
            "defaults": found.defaults,
            "condition": found.condition,
            "page": page,
            "board": page.board,
            "selects": found.selects,
            "choose": found.choose,
            "pareto": pareto_chart(page.board, page.measure),
            "files": FILES.values(),
        }
    status = 200 if found.valid else 422
    return render(request, "assess/analysis/scores/board.html", shown, status=status)


# /tracks/<track>/scores/<family>/default/
@signed_in
@require_POST
def scores_default(request: HttpRequest, track: UUID, family: str) -> HttpResponseBase:
    """Let an organizer set the default condition of a family's pages, or remove it."""
    found = organized_track(request, track)
    families = {each.name: each for each in families_of(found)}
    audience, query = request.POST.get("audience", ""), request.POST.get("query", "")
    if family not in families or audience not in dict(DefaultCondition.AUDIENCES):
        raise Http404
    says = basis_said(families[family], found, query)
    if query and not says:
        raise Http404
    choose_default(
        found,
        family,
        query,
        audience=audience,
        says=says,
        by=cast(User, request.user),
        now=timezone.now(),
    )
    messages.success(request, f"{says} comes first." if says else "No default is set.")
    return redirect("assess:family", found.uuid, family)


# /tracks/<track>/scores/<family>/files/<table>
@signed_in
@require_GET
def scores_file(
    request: HttpRequest, track: UUID, family: str, table: str
) -> HttpResponseBase:
    """Return the leaderboard as a file."""
    if table not in FILES:
        raise Http404
    return _given(asked(request, seen_track(request, track), family), table)


# /tracks/<track>/scores.csv
@signed_in
@require_GET
def scores_csv(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Return the first family's leaderboard as CSV, one line per run or per topic."""
    found = asked(request, seen_track(request, track), "")
    topics = request.GET.get("rows") == "topics"
    return _given(found, "topics.csv" if topics else "leaderboard.csv")


def _given(found: Asked, table: str) -> StreamingHttpResponse:
    if found.scored is None:
        raise Http404
    wanted = FILES[table]
    lines = wanted.write(found.page(waits=True), cells_asked(found.query))
    basis, family = found.choosing.basis, found.family
    rows = [called(getattr(basis, name)) for name in family.named_for]
    rows += protocol_of(basis)
    named = saved_as(found.seen.track.slug, family.name, *rows, table)
    return download(lines, named, wanted.media_type)


# /tracks/<track>/scores/<family>/pareto.csv
@signed_in
@require_GET
def scores_chart(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Return the Pareto curve's numbers as CSV."""
    found = asked(request, seen_track(request, track), family)
    page = BoardPage(found.board(), found.form.sort_by)
    chart = pareto_chart(page.board, page.measure)
    return chart_file(request, [chart] if chart else [], "pareto")


# /tracks/<track>/scores/<family>/picture/
@signed_in
@require_GET
def scores_picture(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Show the leaderboard as a chart, in its order and with its brackets."""
    found = asked(request, seen_track(request, track), family)
    page = found.page()
    chart = leaderboard_chart(page, name="leaderboard")
    shown = context_of(found, page=page, chart=chart)
    return render(request, "assess/analysis/scores/picture.html", shown)


# /tracks/<track>/scores/<family>/picture/leaderboard.csv
@signed_in
@require_GET
def scores_picture_file(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Return the numbers of the leaderboard's chart as CSV."""
    found = asked(request, seen_track(request, track), family)
    page = BoardPage(found.board(), found.form.sort_by)
    charts = [leaderboard_chart(page, name="leaderboard")]
    return chart_file(request, charts, "leaderboard")


# /tracks/<track>/scores/<family>/matrix/
@signed_in
@require_GET
def scores_matrix(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Show one measure of every run on every topic, sorted by either side."""
    found = asked(request, seen_track(request, track), family)
    page = BoardPage(found.board(), found.form.sort_by)
    sides = [request.GET.get(name, "") for name in ("topics_by", "runs_by")]
    matrix = Matrix(page, *sides)
    shown = context_of(found, page=page, board=page.board, matrix=matrix)
    return render(request, "assess/analysis/scores/matrix.html", shown)


# /tracks/<track>/scores/<run>/ and /tracks/<track>/scores/<family>/<run>/
@signed_in
@require_GET
def score_run(
    request: HttpRequest, track: UUID, run: UUID, family: str = ""
) -> HttpResponse:
    """Show one run's scores on each judged topic."""
    found = asked(request, seen_track(request, track), family)
    row = next((each for each in found.found.runs if each.uuid == run), None)
    if row is None:
        raise Http404
    page = BoardPage(found.board(of=row), found.form.sort_by)
    opens = found.seen.organizes and found.family.shows.response
    shown = context_of(
        found,
        run=row,
        page=page,
        board=page.board,
        topics=topic_rows(page.board, 0, responses_of(row) if opens else {}),
    )
    return render(request, "assess/analysis/scores/run.html", shown)
