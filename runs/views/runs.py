"""Runs for organizers."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from runs.actions.run_edits import trail_of
from runs.citations import Cited, number_references
from runs.markdown import render_answer
from runs.models import Citation, Response, Run, Segment, Track
from runs.oddities import oddities_of
from runs.rankings import ranked_lists, rankings
from runs.views.lookup import organized_track
from runs.views.tables import runs_table

RESPONSES_A_PAGE = 200
TOPICS_A_PAGE = 25
SEGMENTS_A_TOPIC = 10


# /tracks/<track>/runs/
@signed_in
@require_http_methods(["GET", "POST"])
def runs(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's runs."""
    found = organized_track(request, track)
    rows = Run.objects.visible().filter(track=found).with_sizes()
    table = runs_table(found, by=cast(User, request.user))
    shown = {"track": found, "tab": "runs"}
    return table_page(request, "runs/runs.html", shown, table, rows)


# /tracks/<track>/runs/<run>/
@signed_in
@require_GET
def run(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Show one run: its responses, and the report of its file."""
    found = organized_track(request, track)
    one = _run(found, run)
    answers = one.responses.visible().select_related("topic")
    in_order = answers.defer("text").order_by("topic__position")
    answered = Paginator(in_order, RESPONSES_A_PAGE)
    ranked = Paginator(ranked_lists(one), TOPICS_A_PAGE)
    shown = {"track": found, "tab": "runs", "run": one, "trail": trail_of(one)}
    shown |= {"answered": answered.count, "ranked": ranked.count}
    shown["oddities"] = oddities_of(one)
    number = request.GET.get("page")
    if answered.count:
        shown["page"] = answered.get_page(number)
    elif ranked.count:
        page = ranked.get_page(number)
        shown |= {
            "page": page,
            "rankings": rankings(list(page), first=SEGMENTS_A_TOPIC),
        }
    return render(request, "runs/run.html", shown)


# /tracks/<track>/responses/<response>/
@signed_in
@require_GET
def response(request: HttpRequest, track: UUID, response: UUID) -> HttpResponse:
    """Show one response with its citations."""
    found = organized_track(request, track)
    quoted = Prefetch(
        "sentences__citations", Citation.objects.select_related("segment")
    )
    rows = (
        Response.objects.visible()
        .filter(run__track=found)
        .select_related("run", "topic")
        .prefetch_related(quoted)
    )
    row = get_object_or_404(rows, uuid=response)
    cited = number_references(row)
    shown = {
        "track": found,
        "tab": "runs",
        "response": row,
        "cited": cited,
        "markdown": _as_markdown(row, cited),
    }
    return render(request, "runs/response.html", shown)


def _as_markdown(response: Response, cited: Cited) -> SafeString | None:
    behind = {
        number: render_to_string("runs/_refs.html", {"references": references})
        for number, (_, references) in enumerate(cited.sentences, start=1)
        if references
    }
    texts = [sentence.text for sentence, _ in cited.sentences]
    return render_answer(texts, response.text, after=behind)


# /tracks/<track>/segments/<segment>/
@signed_in
@require_GET
def segment(request: HttpRequest, track: UUID, segment: UUID) -> HttpResponse:
    """Show one passage."""
    found = organized_track(request, track)
    row = get_object_or_404(Segment.objects.filter(track=found), uuid=segment)
    shown = {"track": found, "tab": "runs", "segment": row}
    return render(request, "runs/segment.html", shown)


def _run(track: Track, run: UUID) -> Run:
    visible = Run.objects.visible().filter(track=track)
    rows = visible.select_related("source").defer("source__findings")
    return get_object_or_404(rows, uuid=run)
