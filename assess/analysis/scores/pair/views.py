"""The page of two runs, its chart's numbers, and both responses to a topic."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.charts import chart_file
from assess.analysis.scores.leaderboard.requests import Asked, asked, context_of
from assess.analysis.scores.pair.page import RunPair, pair_of
from assess.analysis.scores.pair.responses import side_of
from runs.views.lookup import organized_track
from runs.views.visibility import Seen, seen_track


def _pair(found: Asked) -> RunPair:
    if found.scored is None:
        raise Http404
    pair = pair_of(found.page(), found.query.get("a", ""), found.query.get("b", ""))
    if pair is None:
        raise Http404
    return pair


def _names(pair: RunPair, found: Asked) -> dict[str, str]:
    """Return the query of the pair, and of the pair the other way round."""
    rest = {n: str(v) for n, v in found.query.items() if n not in {"a", "b"}}
    a, b = str(pair.a.uuid), str(pair.b.uuid)
    return {
        "same": urlencode(rest | {"a": a, "b": b}),
        "swapped": urlencode(rest | {"a": b, "b": a}),
    }


# /tracks/<track>/scores/<family>/pair/
@signed_in
@require_GET
def run_pair(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Show two runs measure by measure, and topic by topic."""
    found = asked(request, seen_track(request, track), family)
    pair = _pair(found)
    kept = [(n, v) for n, v in found.query.items() if n not in {"a", "b", "run"}]
    shown = context_of(found, page=pair.page, pair=pair, rest=kept)
    shown |= _names(pair, found)
    return render(request, "assess/analysis/scores/pair/page.html", shown)


# /tracks/<track>/scores/<family>/pair/differences.csv
@signed_in
@require_GET
def pair_file(request: HttpRequest, track: UUID, family: str) -> HttpResponse:
    """Return both runs' values on their common topics."""
    pair = _pair(asked(request, seen_track(request, track), family))
    return chart_file(request, [pair.chart], "differences")


# /tracks/<track>/scores/<family>/pair/<topic>/
@signed_in
@require_GET
def pair_topic(
    request: HttpRequest, track: UUID, family: str, topic: UUID
) -> HttpResponse:
    """Show organizers both runs' responses to a topic, side by side."""
    found = asked(
        request, Seen(organized_track(request, track), organizes=True), family
    )
    pair = _pair(found)
    topics = {each.uuid: each for each in pair.page.board.scored.topics}
    if topic not in topics:
        raise Http404
    sides = [side_of(pair.page, row, topic) for row in (pair.first, pair.second)]
    shown = context_of(found, pair=pair, topic=topics[topic], sides=sides)
    shown |= {"page": pair.page, **_names(pair, found)}
    return render(request, "assess/analysis/scores/pair/topic.html", shown)
