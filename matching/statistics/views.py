"""The page of a track's data in numbers, and its files."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from matching.statistics.gold import answers_table, banks_table
from matching.statistics.topics import (
    StatisticsTable,
    relevance_table,
    statements_table,
    topics_table,
)
from matching.track import has_matching
from runs.models import Track
from runs.views.lookup import organized_track


def _tables(track: Track) -> list[StatisticsTable]:
    talks = [statements_table] if has_matching(track) else []
    every = [topics_table, relevance_table, *talks, banks_table, answers_table]
    return [table(track) for table in every]


# /tracks/<track>/statistics/
@signed_in
@require_GET
def statistics(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show a track's topics, judgments, banks and gold answers in numbers."""
    found = organized_track(request, track)
    shown = {"track": found, "tables": _tables(found)}
    return render(request, "matching/statistics/page.html", shown)


# /tracks/<track>/statistics/<part>.csv
@signed_in
@require_GET
def statistics_csv(request: HttpRequest, track: UUID, part: str) -> HttpResponseBase:
    """Return the numbers of one of the tables."""
    found = organized_track(request, track)
    own = next((each for each in _tables(found) if each.name == part), None)
    if own is None:
        raise Http404
    cells = cells_asked(request.GET)
    rows = [tuple(column.title for column in own.numbers.columns), *own.numbers.rows]
    return download(map(cells.line, rows), f"{found.slug}-{part}.csv")
