"""Exports: what others' tools read, looked at, downloaded."""

from __future__ import annotations

from typing import IO, Any, NamedTuple, cast
from urllib.parse import urlencode
from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.exports.forms import ExportForm
from assess.exports.keeping import download_name
from assess.exports.registry import (
    CannotExport,
    Exporter,
    UnknownExport,
    exporters_of,
    get_exporter,
)
from assess.exports.writing import packed, written
from runs.kernel.writers import CannotWrite
from runs.models import Track

Manifest = dict[str, Any]
TYPES = {"csv": "text/csv", "gz": "application/gzip", "zip": "application/zip"}


class Seen(NamedTuple):
    """A track that a person may take exports of; viewers take scores alone."""

    track: Track
    organizes: bool

    @property
    def exporters(self) -> list[Exporter]:
        """Return what the person may take."""
        offered = exporters_of(self.track)
        return [each for each in offered if self.organizes or each.shows_scores]

    def exporter(self, name: str) -> Exporter:
        """Return an export that the person may take; raise Http404 for others."""
        try:
            found = get_exporter(name)
        except UnknownExport as error:
            raise Http404 from error
        if not self.organizes and not found.shows_scores:
            raise Http404
        return found


def seen_track(request: HttpRequest, track: UUID) -> Seen:
    """Return the track for its organizers and viewers; anyone else gets a 404."""
    user = cast(User, request.user)
    found = get_object_or_404(Track.objects.scores_seen_by(user), uuid=track)
    organizes = Track.objects.organized_by(user).filter(pk=found.pk).exists()
    return Seen(found, organizes)


# /tracks/<track>/exports/
@never_cache
@signed_in
@require_GET
def exports(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List what can go out."""
    seen = seen_track(request, track)
    shown = {
        "track": seen.track,
        "tab": "exports",
        "organizes": seen.organizes,
        "exporters": seen.exporters,
    }
    return render(request, "assess/exports.html", shown)


# /tracks/<track>/exports/<name>/
@never_cache
@signed_in
@require_GET
def export(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Ask what one export is to hold; once that is said, say what it holds."""
    seen = seen_track(request, track)
    asked = request.GET or None
    form = ExportForm(asked, exporter=seen.exporter(name), track=seen.track)
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
    """Show the page of one export, with what it holds or what stops it."""
    shown = {
        "track": seen.track,
        "tab": "exports",
        "organizes": seen.organizes,
        "exporter": form.exporter,
        "form": form,
        "manifest": manifest,
        "refused": refused,
        "query": urlencode(form.said) if form.is_bound else "",
    }
    wrong = refused is not None or bool(form.errors)
    return render(request, "assess/export.html", shown, status=422 if wrong else 200)


# /tracks/<track>/exports/<name>/file/
@never_cache
@signed_in
@require_GET
def export_file(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Give one export: a file, or a zip with its manifest; or say what stops it."""
    seen = seen_track(request, track)
    form = ExportForm(request.GET, exporter=seen.exporter(name), track=seen.track)
    if not form.is_valid():
        return page_of(request, seen, form)
    try:
        return _download(form, whole="zip" in request.GET)
    except (CannotExport, CannotWrite) as error:
        return page_of(request, seen, form, refused=error)


def _download(form: ExportForm, *, whole: bool) -> FileResponse:
    exporter = form.exporter
    name = download_name(exporter, form.track, whole=whole)
    with written(exporter, form.wanted, now=timezone.now()) as made:
        # The open file outlives its folder, which goes as soon as this returns.
        packs = whole or exporter.folder
        source = packed(made) if packs else made.files[0].open("rb")
        return as_download(source, name)


def as_download(source: IO[bytes], name: str) -> FileResponse:
    """Return the answer that saves a file."""
    kind = TYPES.get(name.rpartition(".")[2], "text/plain; charset=utf-8")
    return FileResponse(source, as_attachment=True, filename=name, content_type=kind)
