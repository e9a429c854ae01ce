"""Runs for organizers."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from runs.actions.runs import delete_run
from runs.citing import Cited, number_references
from runs.imports.registry import labels_on
from runs.markdown import render_answer
from runs.models import Citation, Response, Run, Segment, Track
from runs.rankings import ranked_lists, rankings
from runs.views.found import organized_track

RUNS_A_PAGE = 100
TOPICS_A_PAGE = 25
SEGMENTS_A_TOPIC = 10


# /tracks/<track>/runs/
@signed_in
@require_GET
def runs(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's runs."""
    found = organized_track(request, track)
    rows = Run.objects.visible().filter(track=found).with_sizes()
    page = Paginator(rows, RUNS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "tab": "runs", "page": page}
    return render(request, "runs/runs.html", shown)


# /tracks/<track>/runs/<run>/
@signed_in
@require_GET
def run(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Show one run: what it answered, and the report of its file."""
    found = organized_track(request, track)
    one = _run(found, run)
    answers = one.responses.filter(deleted_at=None).select_related("topic")
    responses = list(answers.defer("text").order_by("topic__position"))
    shown = {"track": found, "tab": "runs", "run": one, "responses": responses}
    pages = Paginator(ranked_lists(one), TOPICS_A_PAGE)
    shown["ranked"] = pages.count
    if pages.count and not responses:
        page = pages.get_page(request.GET.get("page"))
        shown["page"] = page
        shown["rankings"] = rankings(list(page), first=SEGMENTS_A_TOPIC)
    return render(request, "runs/run.html", shown)


# /tracks/<track>/runs/<run>/delete/
@signed_in
@require_http_methods(["GET", "POST"])
def run_delete(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Put a run away, after naming the labels that hang on it."""
    found = organized_track(request, track)
    one = _run(found, run)
    if request.method == "POST":
        delete_run(one, now=timezone.now())
        messages.success(request, f"{one} is put away; its labels are kept.")
        return redirect("runs:runs", found.uuid)
    ids = one.responses.filter(deleted_at=None).values_list("pk", flat=True)
    labels = labels_on("response", ids)
    shown = {"track": found, "tab": "runs", "run": one, "labels": labels}
    return render(request, "runs/run_delete.html", shown)


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
