"""The pages of nugget matching, for organizers."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from assess.judging.turns.marks import said_unanswerable
from matching.batches.actions import paused_people
from matching.models import Batch, Voiding
from matching.personal import chosen_topics
from matching.tables.forms import Chosen, MatchingForm, RanksForm
from matching.tables.ranks import SetParts, differences, parts_of, rank_rows
from matching.tables.runs import run_table
from matching.tables.sets import SetTable
from matching.tables.turns import in_place, turn_rows
from nuggets.models import Bank
from runs.models import Response, Run, Track
from runs.views.lookup import organized_track

ROWS_A_PAGE = 100
TURNS_A_PAGE = 25


def _form(request: HttpRequest, track: Track) -> MatchingForm:
    form = MatchingForm(request.GET, track=track)
    if not form.is_valid():
        raise Http404
    return form


def _bank(request: HttpRequest, chosen: Chosen) -> Bank:
    asked = request.GET.get("bank", "")
    found = next((bank for bank in chosen.banks if str(bank.uuid) == asked), None)
    if found is None and asked:
        raise Http404
    if found is None and not chosen.banks:
        raise Http404
    return found or chosen.banks[0]


# /tracks/<track>/matching/
@signed_in
@require_GET
def matching(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show every run on every gold set, or on one of them by both conventions."""
    found = organized_track(request, track)
    form = _form(request, found)
    chosen = form.chosen
    bank = _bank(request, chosen) if request.GET.get("bank") else None
    table = run_table(found, chosen._replace(banks=[bank]) if bank else chosen)
    page = Paginator(table.rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "track": found,
        "form": form,
        "bank": bank,
        "sets": len(chosen.banks),
        "table": table,
        "whole": len(table.banks) == 1,
        "page": page,
        "batches": Batch.objects.filter(track=found).count(),
        "voided": Voiding.objects.filter(work__track=found).count(),
        "paused": paused_people(found),
        "apart": said_unanswerable(found),
    }
    return render(request, "matching/tables/runs.html", shown)


class ComparedSets(NamedTuple):
    """A request for two gold sets: the choices, the sets, their parts."""

    form: RanksForm
    chosen: Chosen
    pair: tuple[Bank, Bank] | None
    parts: SetParts

    @property
    def context(self) -> dict[str, Any]:
        """Return what both pages show of it."""
        left, right = self.pair or (None, None)
        judge = self.chosen.pairs
        return {"form": self.form, "left": left, "right": right, "judge": judge}


def _sets(request: HttpRequest, track: Track) -> ComparedSets:
    chosen = _form(request, track).chosen
    form = RanksForm(request.GET, banks=chosen.banks)
    if not form.is_valid():
        raise Http404
    topics = chosen_topics(track, chosen.turns)
    parts = parts_of(*form.pair, topics) if form.pair else SetParts({}, {}, {})
    return ComparedSets(form, chosen, form.pair, parts)


# /tracks/<track>/matching/sets/
@signed_in
@require_GET
def sets(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how alike every two gold sets rank the runs."""
    found = organized_track(request, track)
    form = _form(request, found)
    shown = {"track": found, "form": form, "table": SetTable(found, form.chosen)}
    return render(request, "matching/tables/sets.html", shown)


# /tracks/<track>/matching/sets.csv
@signed_in
@require_GET
def sets_csv(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Return the correlations of every two gold sets."""
    found = organized_track(request, track)
    table = SetTable(found, _form(request, found).chosen)
    lines = table.lines(cells_asked(request.GET))
    return download(lines, f"{found.slug}-gold-sets.csv")


# /tracks/<track>/matching/ranks/
@signed_in
@require_GET
def ranks(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how two gold sets rank runs, with the nuggets that only one has."""
    found = organized_track(request, track)
    sets = _sets(request, found)
    rows = rank_rows(found, *sets.pair, sets.chosen, sets.parts) if sets.pair else []
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "page": page, **sets.context}
    return render(request, "matching/tables/ranks.html", shown)


# /tracks/<track>/matching/ranks/<run>/
@signed_in
@require_GET
def rank(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Show which nuggets that only one of two gold sets has a run has."""
    found = organized_track(request, track)
    own = get_object_or_404(Run.objects.visible().filter(track=found), uuid=run)
    sets = _sets(request, found)
    turns = differences(own, sets.chosen, sets.parts)
    page = Paginator(turns, TURNS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "run": own, "page": page, **sets.context}
    return render(request, "matching/tables/rank.html", shown)


# /tracks/<track>/matching/runs/<run>/
@signed_in
@require_GET
def run(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Show one run turn by turn on one gold set."""
    found = organized_track(request, track)
    own = get_object_or_404(Run.objects.visible().filter(track=found), uuid=run)
    form = _form(request, found)
    bank = _bank(request, form.chosen)
    rows = turn_rows(own, bank, form.chosen)
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "run": own, "bank": bank, "form": form, "page": page}
    return render(request, "matching/tables/run.html", shown)


# /tracks/<track>/matching/responses/<response>/
@signed_in
@require_GET
def response(request: HttpRequest, track: UUID, response: UUID) -> HttpResponse:
    """Show the nuggets of one response in place, matched and unmatched."""
    found = organized_track(request, track)
    rows = Response.objects.visible().filter(run__track=found)
    own = get_object_or_404(rows.select_related("run", "topic"), uuid=response)
    form = _form(request, found)
    bank = _bank(request, form.chosen)
    shown = {
        "track": found,
        "response": own,
        "bank": bank,
        "form": form,
        "placed": in_place(own, bank, form.chosen),
    }
    return render(request, "matching/tables/response.html", shown)
