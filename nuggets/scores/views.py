"""The leaderboard, one run's topics, and one response with its labels."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from nuggets.models import Condition
from nuggets.scores.actions import (
    ConditionExists,
    drop_condition,
    save_condition,
)
from nuggets.scores.basis import Basis
from nuggets.scores.files import run_lines, topic_lines
from nuggets.scores.forms import BasisForm, BoardForm, ConditionForm
from nuggets.scores.leaderboard import RunRow, leaderboard, narrowed
from nuggets.scores.page import (
    board_rows,
    columns,
    groups_of,
    labelled_nuggets,
    last_lines,
    topic_rows,
)
from nuggets.scores.seen import Seen, seen_track
from runs.models import Response, Track
from runs.views.found import organized_track


def _asked(form: BasisForm) -> Basis:
    if not form.is_valid() or form.basis is None:
        raise Http404
    return form.basis


def _page(seen: Seen, form: BasisForm, **more: object) -> dict[str, Any]:
    return {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "scores",
        "form": form,
        **more,
    }


# /tracks/<track>/scores/
@signed_in
@require_GET
def scores(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show the leaderboard of a bank and a judge, or of a saved condition."""
    seen = seen_track(request, track)
    form = BoardForm(request.GET, track=seen.track)
    valid = form.is_valid()
    shown = _page(seen, form, conditions=Condition.objects.filter(track=seen.track))
    if valid and form.basis:
        board = leaderboard(form.basis)
        kept = narrowed(board, form.keeps)
        shown |= {
            "basis": form.basis,
            "board": kept,
            "columns": columns(form.sort_by),
            "rows": board_rows(kept, form.sort_by),
            "last_lines": last_lines(kept),
            "groups": groups_of([row.run for row in board.rows]),
            "link": urlencode(form.chosen),
        }
    return render(request, "nuggets/scores.html", shown, status=200 if valid else 422)


# /tracks/<track>/scores.csv
@signed_in
@require_GET
def scores_csv(request: HttpRequest, track: UUID) -> StreamingHttpResponse:
    """Give the leaderboard as CSV, a line a run, or a line a topic."""
    form = BoardForm(request.GET, track=seen_track(request, track).track)
    board = narrowed(leaderboard(_asked(form)), form.keeps)
    per_topic = request.GET.get("rows") == "topics"
    lines = topic_lines(board) if per_topic else run_lines(board)
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="scores.csv"'
    return answer


# /tracks/<track>/scores/<run>/
@signed_in
@require_GET
def score_run(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Show one run's scores on each judged topic."""
    seen = seen_track(request, track)
    form = BoardForm(request.GET, track=seen.track)
    board = leaderboard(_asked(form))
    row: RunRow | None = next((r for r in board.rows if r.run.uuid == run), None)
    if row is None:
        raise Http404
    shown = _page(
        seen,
        form,
        basis=board.basis,
        board=board,
        row=row,
        columns=columns(""),
        means=board_rows(narrowed(board, lambda each: each.uuid == run), "L")[0],
        topics=topic_rows(board, row),
        link=urlencode(form.chosen),
    )
    return render(request, "nuggets/score_run.html", shown)


# /tracks/<track>/scores/responses/<response>/
@signed_in
@require_GET
def score_response(request: HttpRequest, track: UUID, response: UUID) -> HttpResponse:
    """Show organizers one response with the label of each nugget."""
    found = organized_track(request, track)
    form = BoardForm(request.GET, track=found)
    basis = _asked(form)
    responses = Response.objects.visible().filter(run__track=found)
    row = get_object_or_404(responses.select_related("run", "topic"), uuid=response)
    shown = _page(
        Seen(found, organizes=True),
        form,
        basis=basis,
        response=row,
        sentences=row.sentences.all(),
        nuggets=labelled_nuggets(basis, row),
        link=urlencode(form.chosen),
    )
    return render(request, "nuggets/score_response.html", shown)


# /tracks/<track>/conditions/new/
@signed_in
@require_POST
def condition_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Name a bank and a judge."""
    found = organized_track(request, track)
    basis = _asked(BasisForm(request.POST, track=found))
    form = ConditionForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Give the condition a name of at most 150 characters.")
        return redirect("nuggets:scores", track)
    name = form.cleaned_data["name"]
    try:
        made = save_condition(found, name, bank=basis.bank, judge=basis.judge)
    except ConditionExists as error:
        messages.error(request, f"{error}. Choose another name.")
        return redirect("nuggets:scores", track)
    messages.success(request, f"{made} is saved.")
    return redirect(_scores_of(found, made))


# /tracks/<track>/conditions/<condition>/drop/
@signed_in
@require_POST
def condition_drop(
    request: HttpRequest, track: UUID, condition: UUID
) -> HttpResponseBase:
    """Forget a condition's name; nothing that it names is touched."""
    found = organized_track(request, track)
    row = get_object_or_404(Condition.objects.filter(track=found), uuid=condition)
    drop_condition(row)
    messages.success(request, f"The name {row} is dropped. Its labels stay.")
    return redirect("nuggets:scores", track)


def _scores_of(track: Track, condition: Condition) -> str:
    query = urlencode({"condition": str(condition.uuid)})
    return f"{reverse('nuggets:scores', args=[track.uuid])}?{query}"
