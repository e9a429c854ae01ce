"""Pages of agreement: judges, the items of a cell, and machines with one judge."""

from __future__ import annotations

from uuid import UUID

import numpy as np
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.agreement.files import TABLES, rows_of
from assess.analysis.agreement.forms import CellForm, JudgesForm, MachinesForm
from assess.analysis.agreement.items import items_in_cell, told_items
from assess.analysis.agreement.matrix import titles_of
from assess.analysis.agreement.own_labels import owns_against
from assess.analysis.agreement.page import (
    answer_of,
    machine_rows_of,
    machine_tables_of,
)
from assess.analysis.agreement.questions import answered, machines_against, protocols_of
from assess.analysis.agreement.tables import machine_rows
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from runs.views.lookup import organized_track
from runs.views.visibility import Seen, seen_track

PAGE = 50  # items


def _page(seen: Seen, form: object, tab: str) -> dict[str, object]:
    return {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": tab,
        "form": form,
    }


# /tracks/<track>/agreement/
@never_cache
@signed_in
@require_GET
def agreement(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how far two judges agree on a kind of label, or several by pairs."""
    seen = seen_track(request, track)
    form = JudgesForm(request.GET, track=seen.track)
    shown = _page(seen, form, "agreement")
    if not form.asked:
        return render(request, "assess/analysis/agreement/page.html", shown)
    if not form.is_valid():
        return render(request, "assess/analysis/agreement/page.html", shown, status=422)
    found = answered(form.question)
    shown |= answer_of(form.question, found, form.cleaned_data["sort"])
    shown["link"] = urlencode(form.data, doseq=True)
    if seen.organizes:
        shown["protocols"] = protocols_of(form.question)
    return render(request, "assess/analysis/agreement/page.html", shown)


# /tracks/<track>/agreement/labels.csv
@signed_in
@require_GET
def agreement_csv(request: HttpRequest, track: UUID) -> StreamingHttpResponse:
    """Return one of the page's tables as CSV."""
    form = JudgesForm(request.GET, track=seen_track(request, track).track)
    table = request.GET.get("table", TABLES[0])
    if table not in TABLES or not form.asked or not form.is_valid():
        raise Http404
    lines = map(cells_asked(request.GET).line, rows_of(form.question, table))
    return download(lines, f"agreement-{table}.csv")


# /tracks/<track>/agreement/items/
@never_cache
@signed_in
@require_GET
def agreement_items(request: HttpRequest, track: UUID) -> HttpResponse:
    """List the items of a cell of the matrix to organizers."""
    found = organized_track(request, track)
    form = CellForm(request.GET, track=found)
    if not form.asked or not form.is_valid():
        raise Http404
    question = form.question
    sides, kind = question.sides[:2], question.kind
    values = (form.cleaned_data["x"], form.cleaned_data["y"])
    items = items_in_cell(sides, kind, values, where=question.where)
    page = Paginator(items, PAGE).get_page(request.GET.get("page"))
    shown = _page(Seen(found, organizes=True), form, "agreement") | {
        "sides": sides,
        "kind": kind,
        "labels": titles_of(values, kind, found),
        "page": page,
        "items": told_items(np.asarray(page.object_list), sides, kind),
        "back": urlencode(form.of_the_matrix),
    }
    return render(request, "assess/analysis/agreement/items.html", shown)


# /tracks/<track>/agreement/machines/
@never_cache
@signed_in
@require_GET
def agreement_machines(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show how far each machine and import agrees with one judge."""
    seen = seen_track(request, track)
    form = MachinesForm(request.GET, track=seen.track)
    shown = _page(seen, form, "machines")
    valid = form.asked and form.is_valid()
    if valid:
        data = form.cleaned_data
        asked = (data["judge"], form.kind_of_label, data["topics"])
        found = machines_against(*asked)
        rows = machine_rows_of(found, data["sort"])
        shown |= {
            "judge": data["judge"],
            "kind": form.kind_of_label,
            "rows": rows,
            "tables": machine_tables_of(rows, data["sort"]),
            "owns": owns_against(*asked, found),
            "link": urlencode(form.data, doseq=True),
        }
    status = 200 if valid or not form.asked else 422
    return render(
        request, "assess/analysis/agreement/machines.html", shown, status=status
    )


# /tracks/<track>/agreement/machines.csv
@signed_in
@require_GET
def machines_csv(request: HttpRequest, track: UUID) -> StreamingHttpResponse:
    """Return the table of machines as CSV."""
    form = MachinesForm(request.GET, track=seen_track(request, track).track)
    if not form.asked or not form.is_valid():
        raise Http404
    data = form.cleaned_data
    found = machines_against(data["judge"], form.kind_of_label, data["topics"])
    lines = map(cells_asked(request.GET).line, machine_rows(found))
    return download(lines, "agreement-machines.csv")
