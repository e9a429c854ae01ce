"""Archives: written and downloaded by organizers, imported by superusers."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.exchange.archive.actions import create_archive, create_arrival
from assess.exchange.archive.forms import ArchiveForm, ArrivalForm
from assess.exchange.archive.history import arrivals_of, made_archives
from assess.exchange.archive.jobs import BRINGING
from assess.exchange.archive.pseudonyms import Hidden
from assess.exchange.archive.table import ARCHIVES, ARRIVALS
from assess.exchange.downloads import give, open_stored
from config.tables.pages import show_tables
from config.tables.table_view import ShownTable
from jobs.bell import ring
from jobs.models import JobState
from jobs.registry import kind_named
from runs.uploads import TooLarge, store_upload
from runs.views.lookup import organized_track


# /tracks/<track>/archives/
@signed_in
@require_http_methods(["GET", "POST"])
def archives(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's archives, and create one."""
    found = organized_track(request, track)
    form = ArchiveForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        by, now = cast(User, request.user), timezone.now()
        ring(create_archive(found, hidden=form.hidden, by=by, now=now))
        return redirect("assess:archives", found.uuid)
    shown = {"track": found, "tab": "archives", "form": form}
    part = ShownTable(ARCHIVES, made_archives(found), request.GET, request.path)
    return show_tables(request, "assess/exchange/archive/list.html", shown, table=part)


# /tracks/<track>/archives/<job>/
@signed_in
@require_GET
def archive(request: HttpRequest, track: UUID, job: UUID) -> FileResponse:
    """Return an archive's file."""
    found = organized_track(request, track)
    jobs = made_archives(found).filter(state=JobState.DONE)
    made = get_object_or_404(jobs, uuid=job)
    source = open_stored(str(made.result["sha256"]))
    hidden = any(made.params[each] for each in Hidden._fields)
    name = f"{found.slug}-archive{'-pseudonyms' if hidden else ''}.zip"
    return give(source, name, "application/zip")


# /archives/
@signed_in
@require_http_methods(["GET", "POST"])
def arrivals(request: HttpRequest) -> HttpResponse:
    """Upload an archive and start its import; only for superusers."""
    user = cast(User, request.user)
    if not kind_named(BRINGING).may_be_started_by(user):
        raise Http404
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ArrivalForm(*sent)
    if form.is_valid():
        file = cast(UploadedFile, form.cleaned_data["file"])
        try:
            stored = store_upload(file.chunks())
        except TooLarge as error:
            form.add_error("file", str(error))
        else:
            name = file.name or "archive.zip"
            job = create_arrival(stored, filename=name, by=user, now=timezone.now())
            ring(job)
            return redirect("jobs:page", job.uuid)
    part = ShownTable(ARRIVALS, arrivals_of(user), request.GET, request.path)
    status = 422 if form.errors else 200
    page = "assess/exchange/archive/arrivals.html"
    return show_tables(request, page, {"form": form}, status=status, table=part)
