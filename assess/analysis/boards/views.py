"""Pages of imported boards, for organizers."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.boards.listing import lines_of, runs_by_tag
from assess.analysis.models import ImportedBoard
from runs.models import Run
from runs.views.lookup import organized_track


# /tracks/<track>/agreement/boards/
@never_cache
@signed_in
@require_GET
def boards(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's imported boards."""
    found = organized_track(request, track)
    rows = ImportedBoard.objects.filter(track=found)
    runs = runs_by_tag(Run.objects.visible().filter(track=found))
    boards = [
        (row, sum(tag in runs for _name, tag, _number in row.scores)) for row in rows
    ]
    shown = {"track": found, "organizes": True, "tab": "agreement", "boards": boards}
    return render(request, "assess/analysis/boards/list.html", shown)


# /tracks/<track>/agreement/boards/<board>/
@never_cache
@signed_in
@require_GET
def board(request: HttpRequest, track: UUID, board: UUID) -> HttpResponse:
    """Show one board: its runs in their order, and those not in the track."""
    found = organized_track(request, track)
    row = get_object_or_404(ImportedBoard.objects.filter(track=found), uuid=board)
    runs = runs_by_tag(Run.objects.visible().filter(track=found))
    lines = lines_of(row, runs)
    shown = {
        "track": found,
        "organizes": True,
        "tab": "agreement",
        "board": row,
        "lines": lines,
        "lacking": [line for line in lines if line.run is None],
    }
    return render(request, "assess/analysis/boards/board.html", shown)
