"""The pages of a track's ledger."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from assess.exchange.downloads import download
from assess.exchange.ledger.actions import TooManyCalls, bring_calls
from assess.exchange.ledger.forms import CallsForm
from assess.exchange.ledger.lines import BadCall, written
from assess.exchange.ledger.rows import calls_of
from assess.exchange.ledger.table import calls_table
from config.tables.pages import show_tables
from config.tables.table_view import ShownTable
from runs.models import Track
from runs.views.lookup import organized_track

PAGE = "assess/exchange/ledger/page.html"
JSONL = "application/x-ndjson"


# /tracks/<track>/calls/
@never_cache
@signed_in
@require_GET
def calls(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's calls to models."""
    found = organized_track(request, track)
    return _page(request, found, CallsForm())


# /tracks/<track>/calls/<call>/
@never_cache
@signed_in
@require_GET
def call(request: HttpRequest, track: UUID, call: UUID) -> HttpResponse:
    """Show everything that is recorded of a call."""
    found = organized_track(request, track)
    row = get_object_or_404(calls_of(found), uuid=call)
    shown = {"track": found, "tab": "judges", "call": row}
    return render(request, "assess/exchange/ledger/call.html", shown)


# /tracks/<track>/calls/export/
@never_cache
@signed_in
@require_GET
def calls_export(request: HttpRequest, track: UUID) -> StreamingHttpResponse:
    """Give all calls as lines of JSON."""
    found = organized_track(request, track)
    rows = calls_of(found).order_by("started_at", "pk").iterator(chunk_size=1_000)
    return download(written(rows), f"{found.slug}-calls.jsonl", JSONL)


# /tracks/<track>/calls/import/
@signed_in
@require_POST
def calls_import(request: HttpRequest, track: UUID) -> HttpResponse:
    """Bring the replies of a file into the track."""
    found = organized_track(request, track)
    form = CallsForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            done = bring_calls(found, form.cleaned_data["file"])
        except (BadCall, TooManyCalls) as error:
            form.add_error("file", str(error))
        else:
            said = f"{done.new:,} new replies; {done.there:,} were there before."
            messages.success(request, said)
            return redirect("assess:calls", found.uuid)
    return _page(request, found, form, status=422)


def _page(
    request: HttpRequest, track: Track, form: CallsForm, *, status: int = 200
) -> HttpResponse:
    rows = calls_of(track).order_by("-started_at", "-pk")
    part = ShownTable(calls_table(), rows, request.GET, request.path)
    shown = {"track": track, "tab": "judges", "form": form}
    return show_tables(request, PAGE, shown, table=part, status=status)
