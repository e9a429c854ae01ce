"""Imports for organizers: the list, reports, and new imports."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from jobs.bell import ring
from jobs.models import Job
from runs.actions.imports import create_import
from runs.forms.imports import FileForm
from runs.imports.imported_runs import imported_runs, particulars
from runs.imports.registry import (
    ImportKind,
    UnknownImport,
    get_import_kind,
    kinds_for,
)
from runs.models import Import, Run, Track
from runs.uploads import TooLarge, store_upload
from runs.views.lookup import organized_track
from runs.views.tables import imports_table


# /tracks/<track>/imports/
@signed_in
@require_http_methods(["GET", "POST"])
def imports(request: HttpRequest, track: UUID) -> HttpResponse:
    """List every uploaded file, imported or not."""
    found = organized_track(request, track)
    rows = found.imports.with_job_end().select_related("by").defer("findings")
    table = imports_table(found, by=cast(User, request.user))
    shown = {"track": found, "tab": "imports"}
    return table_page(request, "runs/imports.html", shown, table, rows)


# /tracks/<track>/imports/new/
@signed_in
@require_GET
def import_new(request: HttpRequest, track: UUID) -> HttpResponse:
    """Offer every type of file."""
    found = organized_track(request, track)
    shown = {"track": found, "tab": "imports", "kinds": kinds_for(found)}
    return render(request, "runs/import_new.html", shown)


# /tracks/<track>/imports/new/<kind>/
@signed_in
@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest, track: UUID, kind: str) -> HttpResponse:
    """Upload a file of one type, and start its import."""
    found = organized_track(request, track)
    asked = _kind(kind)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = cast(FileForm, asked.form(*sent))
    if form.is_valid():
        row = _start(request, found, asked, form)
        if row is not None:
            return redirect("runs:import", found.uuid, row.uuid)
    shown = {"track": found, "tab": "imports", "kind": asked, "form": form}
    status = 422 if form.errors else 200
    return render(request, "runs/import_file.html", shown, status=status)


# /tracks/<track>/imports/<import>/
@signed_in
@require_GET
def import_page(request: HttpRequest, track: UUID, row: UUID) -> HttpResponse:
    """Show one file's check report and the progress of its import."""
    found = organized_track(request, track)
    rows = found.imports.with_job_end().select_related("by")
    one = get_object_or_404(rows, uuid=row)
    jobs = Job.objects.for_scope(found.uuid).with_failure_count()
    job = jobs.filter(uuid=one.job).first() if one.job else None
    shown = {
        "track": found,
        "tab": "imports",
        "row": one,
        "kind": get_import_kind(one.kind),
        "brought": _brought(one),
        "job": job,
    }
    return render(request, "runs/import.html", shown)


# /tracks/<track>/imports/<import>/report/
@signed_in
@require_GET
def import_report(request: HttpRequest, track: UUID, row: UUID) -> HttpResponse:
    """Answer the page that waits for a check report."""
    found = organized_track(request, track)
    one = get_object_or_404(found.imports.with_job_end(), uuid=row)
    kind = get_import_kind(one.kind)
    shown = {"track": found, "row": one, "kind": kind, "brought": _brought(one)}
    return render(request, "runs/_import.html", shown)


def _brought(row: Import) -> list[tuple[Run, str]]:
    return [(run, particulars(run)) for run in imported_runs(row)]


def _kind(name: str) -> ImportKind:
    try:
        return get_import_kind(name)
    except UnknownImport as error:
        raise Http404(str(error)) from error


def _start(
    request: HttpRequest, track: Track, kind: ImportKind, form: FileForm
) -> Import | None:
    """Store the upload and start its import; None, noted in the form, if too large."""
    file = cast(UploadedFile, form.cleaned_data["file"])
    try:
        stored = store_upload(file.chunks())
    except TooLarge as error:
        form.add_error("file", str(error))
        return None
    row, job = create_import(
        track,
        kind.name,
        stored,
        filename=file.name or kind.name,
        params=form.params(),
        by=cast(User, request.user),
        now=timezone.now(),
    )
    ring(job)
    return row
