"""Snapshots: stored exports are created, shown, downloaded and deleted."""

from __future__ import annotations

import json
from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponseBase
from django.http.response import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from assess.exchange.downloads import open_stored, saves_as
from assess.exchange.exports.columns import keys_sorted
from assess.exchange.exports.forms import ExportForm, SetForm
from assess.exchange.exports.registry import exporters_of
from assess.exchange.exports.views import as_download, exporter_for, page_of
from assess.exchange.models import Snapshot
from assess.exchange.snapshots.actions import delete_snapshot, take_snapshot
from assess.exchange.snapshots.requests import (
    asked_for,
    asked_for_set,
    chosen,
    title_of,
    title_of_set,
)
from assess.exchange.snapshots.table import SNAPSHOTS
from config.tables.pages import show_tables, table_page
from config.tables.table_view import ShownTable
from jobs.bell import ring
from jobs.models import Job
from runs.models import Track
from runs.views.lookup import organized_track
from runs.views.visibility import Seen

PARTS_SHOWN = 200  # of a snapshot, written and refused; its manifest has all
SAME_SHOWN = 20
LIST = "assess/exchange/snapshots/list.html"


# /tracks/<track>/exports/<name>/keep/
@signed_in
@require_POST
def snapshot_new(request: HttpRequest, track: UUID, name: str) -> HttpResponseBase:
    """Create a snapshot of one export, in the background."""
    seen = Seen(organized_track(request, track), organizes=True)
    form = ExportForm(request.POST, exporter=exporter_for(seen, name), seen=seen)
    if not form.is_valid():
        return page_of(request, seen, form)
    title = title_of(form.exporter, form.wanted)
    asked = asked_for(form.exporter, form.wanted)
    return _taken(request, seen.track, title, asked)


# /tracks/<track>/snapshots/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def snapshots(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the snapshots; create one of several exports."""
    found = organized_track(request, track)
    exporters = exporters_of(found)
    is_form = request.method == "POST" and "act" not in request.POST
    form = SetForm(request.POST if is_form else None, exporters=exporters)
    if form.is_valid():
        every = len(form.exporters) == len(exporters)
        title = "all exports" if every else title_of_set(form.exporters)
        return _taken(request, found, title, asked_for_set(form.exporters))
    rows = found.snapshots.visible().with_state().select_related("by")
    shown = {"track": found, "tab": "snapshots", "organizes": True, "form": form}
    rows = rows.defer("manifest")
    if is_form:
        part = ShownTable(SNAPSHOTS, rows, request.GET, request.path)
        return show_tables(request, LIST, shown, table=part, status=422)
    return table_page(request, LIST, shown, SNAPSHOTS, rows)


def _taken(
    request: HttpRequest, track: Track, title: str, asked: dict[str, Any]
) -> HttpResponseBase:
    by = cast(User, request.user)
    snapshot, job = take_snapshot(track, title, asked, by=by, now=timezone.now())
    ring(job)
    return redirect("assess:snapshot", track.uuid, snapshot.uuid)


def _found(request: HttpRequest, track: UUID, snapshot: UUID) -> Snapshot:
    rows = organized_track(request, track).snapshots.visible().with_state()
    return get_object_or_404(rows.select_related("track", "by"), uuid=snapshot)


# /tracks/<track>/snapshots/<snapshot>/
@never_cache
@signed_in
@require_GET
def snapshot(request: HttpRequest, track: UUID, snapshot: UUID) -> HttpResponseBase:
    """Show what one snapshot contains, or its progress."""
    row = _found(request, track, snapshot)
    same = row.track.snapshots.visible().exclude(pk=row.pk).exclude(sha256="")
    parts = row.manifest.get("parts", [])
    held = [each for each in parts if "refused" not in each]
    refused = [each for each in parts if "refused" in each]
    jobs = Job.objects.for_scope(row.track.uuid).with_failure_count()
    shown = {
        "track": row.track,
        "tab": "snapshots",
        "organizes": True,
        "row": row,
        "chosen": chosen(row.track, row.asked),
        "job": jobs.filter(uuid=row.job).first() if row.job else None,
        "held": held[:PARTS_SHOWN],
        "refused": refused[:PARTS_SHOWN],
        "more": len(held[PARTS_SHOWN:]) + len(refused[PARTS_SHOWN:]),
        "same": same.filter(sha256=row.sha256).defer("manifest")[:SAME_SHOWN],
    }
    return render(request, "assess/exchange/snapshots/snapshot.html", shown)


# /tracks/<track>/snapshots/<snapshot>/file/
@never_cache
@signed_in
@require_GET
def snapshot_file(
    request: HttpRequest, track: UUID, snapshot: UUID
) -> HttpResponseBase:
    """Return a snapshot's content, the same bytes each time."""
    row = _found(request, track, snapshot)
    if row.made_at is None:
        raise Http404
    answer = as_download(open_stored(row.sha256), row.filename)
    answer["ETag"] = f'"{row.sha256}"'
    return answer


# /tracks/<track>/snapshots/<snapshot>/manifest/
@never_cache
@signed_in
@require_GET
def snapshot_manifest(
    request: HttpRequest, track: UUID, snapshot: UUID
) -> HttpResponseBase:
    """Return a snapshot's manifest, with its creator and time."""
    row = _found(request, track, snapshot)
    if row.made_at is None:
        raise Http404
    said = {
        "snapshot": str(row.uuid),
        "made_at": row.made_at.isoformat(),
        "made_by": str(row.by) if row.by else None,
        "file": row.filename,
        "size": row.size,
        "sha256": row.sha256,
        "content": keys_sorted(row.manifest),
    }
    text = json.dumps(said, ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(
        text,
        content_type="application/json",
        headers=saves_as(f"{row.filename}.manifest.json"),
    )


# /tracks/<track>/snapshots/<snapshot>/delete/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def snapshot_delete(
    request: HttpRequest, track: UUID, snapshot: UUID
) -> HttpResponseBase:
    """Show what a deletion removes, then delete a snapshot."""
    row = _found(request, track, snapshot)
    if request.method == "POST":
        delete_snapshot(row, now=timezone.now())
        return redirect("assess:snapshots", row.track.uuid)
    shown = {"track": row.track, "tab": "snapshots", "organizes": True, "row": row}
    return render(request, "assess/exchange/snapshots/delete.html", shown)
