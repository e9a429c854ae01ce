"""Exports: what others' tools read, each as a download."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exports.registry import (
    CannotExport,
    Exporter,
    UnknownExport,
    exporters_of,
    get_exporter,
)
from assess.exports.writing import Written, packed, written
from nuggets.scores.export_forms import ExportForm
from runs.kernel.writers import CannotWrite
from runs.models import Track
from runs.views.found import organized_track


def _page(
    request: HttpRequest,
    track: Track,
    *,
    asked: ExportForm | None = None,
    refused: Exception | None = None,
) -> HttpResponseBase:
    forms = [
        asked
        if asked and asked.exporter == exporter
        else ExportForm(exporter=exporter, track=track)
        for exporter in exporters_of(track)
    ]
    shown = {
        "track": track,
        "tab": "exports",
        "organizes": True,
        "forms": forms,
        "asked": asked,
        "refused": refused,
    }
    return render(request, "nuggets/exports.html", shown, status=422 if asked else 200)


# /tracks/<track>/exports/
@signed_in
@require_GET
def exports(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Offer every export with its options."""
    return _page(request, organized_track(request, track))


# /tracks/<track>/exports/<name>/
@signed_in
@require_GET
def export(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Give one export: a file, or a zip with its manifest; or say what stops it."""
    found = organized_track(request, track)
    try:
        exporter = get_exporter(name)
    except UnknownExport as error:
        raise Http404 from error
    form = ExportForm(request.GET, exporter=exporter, track=found)
    if not form.is_valid():
        return _page(request, found, asked=form)
    try:
        with written(exporter, form.wanted, now=timezone.now()) as made:
            return _download(exporter, found, made, whole="zip" in request.GET)
    except (CannotExport, CannotWrite) as error:
        return _page(request, found, asked=form, refused=error)


def _download(
    exporter: Exporter, track: Track, made: Written, *, whole: bool
) -> FileResponse:
    # The open file outlives its folder, which goes as soon as this returns.
    if whole or exporter.folder:
        name = f"{track.slug}-{exporter.name}.zip"
        return FileResponse(packed(made), as_attachment=True, filename=name)
    name = f"{track.slug}-{exporter.name}.{exporter.suffix}"
    file = made.files[0].open("rb")
    kind = "text/csv" if exporter.suffix == "csv" else "text/plain; charset=utf-8"
    return FileResponse(file, as_attachment=True, filename=name, content_type=kind)
