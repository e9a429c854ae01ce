"""Exports: their list, their pages, and downloads."""

from __future__ import annotations

from typing import IO, Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exchange.downloads import give
from assess.exchange.exports.folders import written
from assess.exchange.exports.forms import ExportForm
from assess.exchange.exports.registry import (
    CannotExport,
    Exporter,
    UnknownExport,
    exporters_of,
    get_exporter,
)
from assess.exchange.snapshots.contents import saved
from runs.kernel.formats.writers import CannotWrite
from runs.views.visibility import Seen, seen_track

Manifest = dict[str, Any]
TYPES = {"csv": "text/csv", "gz": "application/gzip", "zip": "application/zip"}


def offered(seen: Seen) -> list[Exporter]:
    """Return the exports that a person may use: viewers only those of scores."""
    found = exporters_of(seen.track)
    return [each for each in found if seen.organizes or each.shows_scores]


def exporter_for(seen: Seen, name: str) -> Exporter:
    """Return an export that a person may use; raise Http404 for others."""
    try:
        found = get_exporter(name)
    except UnknownExport as error:
        raise Http404 from error
    if not seen.organizes and not found.shows_scores:
        raise Http404
    return found


# /tracks/<track>/exports/
@never_cache
@signed_in
@require_GET
def exports(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the exports."""
    seen = seen_track(request, track)
    shown = {
        "track": seen.track,
        "tab": "exports",
        "organizes": seen.organizes,
        "exporters": offered(seen),
    }
    return render(request, "assess/exchange/exports/list.html", shown)


# /tracks/<track>/exports/<name>/
@never_cache
@signed_in
@require_GET
def export(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Show the form of one export; after a choice, show what it contains."""
    seen = seen_track(request, track)
    asked = request.GET or None
    form = ExportForm(asked, exporter=exporter_for(seen, name), seen=seen)
    if not form.is_valid():
        return page_of(request, seen, form)
    try:
        with written(form.exporter, form.wanted) as made:
            return page_of(request, seen, form, manifest=made.manifest)
    except (CannotExport, CannotWrite) as error:
        return page_of(request, seen, form, refused=error)


def page_of(
    request: HttpRequest,
    seen: Seen,
    form: ExportForm,
    *,
    manifest: Manifest | None = None,
    refused: Exception | None = None,
) -> HttpResponseBase:
    """Show the page of one export, with its contents or the reason for a refusal."""
    shown = {
        "track": seen.track,
        "tab": "exports",
        "organizes": seen.organizes,
        "exporter": form.exporter,
        "form": form,
        "lacking": None if manifest else form.lacking,
        "manifest": manifest,
        "refused": refused,
        "query": urlencode(form.said) if form.is_bound else "",
    }
    wrong = refused is not None or bool(form.errors)
    return render(
        request,
        "assess/exchange/exports/export.html",
        shown,
        status=422 if wrong else 200,
    )


# /tracks/<track>/exports/<name>/file/
@never_cache
@signed_in
@require_GET
def export_file(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Return one export: a file, or a zip with its manifest; or show the refusal."""
    seen = seen_track(request, track)
    form = ExportForm(request.GET, exporter=exporter_for(seen, name), seen=seen)
    if not form.is_valid():
        return page_of(request, seen, form)
    try:
        return _download(form, whole="zip" in request.GET)
    except (CannotExport, CannotWrite) as error:
        return page_of(request, seen, form, refused=error)


def _download(form: ExportForm, *, whole: bool) -> FileResponse:
    with written(form.exporter, form.wanted, now=timezone.now()) as made:
        return as_download(*saved(made, form.exporter, form.wanted, whole=whole))


def as_download(source: IO[bytes], name: str) -> FileResponse:
    """Return the response that downloads a file."""
    kind = TYPES.get(name.rpartition(".")[2], "text/plain; charset=utf-8")
    return give(source, name, kind)
