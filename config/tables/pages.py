"""Pages of tables: the whole page, its table alone, and acts on chosen rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from config.tables.bulk import TooManyRows, chosen_rows, do_to_rows
from config.tables.definitions import BulkAct, Rows, Table
from config.tables.table_view import ShownTable

VARY = ("HX-Request", "HX-Target", "HX-History-Restore-Request")
FRAGMENT = "components/_table_rows.html"
CONFIRMATION = "components/bulk_act.html"


def table_page(
    request: HttpRequest,
    template: str,
    shown: Mapping[str, Any],
    table: Table,
    rows: Rows,
) -> HttpResponse:
    """Answer a list page: a GET shows it, a POST acts on the rows that it names.

    The page's template includes `components/_table.html` with `table`. A request of
    htmx for the table gets the table alone.
    """
    part = ShownTable(table, rows, request.GET, request.path)
    if request.method == "POST":
        return _act(request, shown, part)
    return show_tables(request, template, shown, table=part)


def show_tables(
    request: HttpRequest,
    template: str,
    shown: Mapping[str, Any],
    *,
    status: int = 200,
    **parts: ShownTable,
) -> HttpResponse:
    """Return a page with its tables, by their names in its template, or one alone."""
    alone = next((each for each in parts.values() if _asks_for(request, each)), None)
    if alone is None:
        answer = render(request, template, {**shown, **parts}, status=status)
    else:
        answer = render(request, FRAGMENT, {**shown, "table": alone})
    patch_vary_headers(answer, VARY)
    if alone and request.get_full_path() != alone.address:
        answer["HX-Push-Url"] = alone.address
    return answer


def _asks_for(request: HttpRequest, part: ShownTable) -> bool:
    return (
        request.headers.get("HX-Request") == "true"
        and request.headers.get("HX-Target") == part.id
        and request.headers.get("HX-History-Restore-Request") != "true"
    )


def _act(
    request: HttpRequest, shown: Mapping[str, Any], part: ShownTable
) -> HttpResponse:
    act = _named(part.table, request.POST.get("act", ""))
    if act is None:
        return HttpResponseBadRequest("These rows cannot do that.")
    try:
        rows = chosen_rows(part, request.POST)
    except TooManyRows as error:
        messages.error(request, str(error))
        return redirect(part.address)
    if not rows:
        messages.error(request, f"Choose the {part.table.several} first.")
        return redirect(part.address)
    if "confirm" in request.POST:
        do_to_rows(request, part.table, act, rows)
        return redirect(part.address)
    confirmed: dict[str, Any] = {
        **shown,
        "table": part,
        "act": act,
        "rows": [(part.table.key(row), part.table.named(row)) for row in rows],
        "counted": part.table.counted(len(rows)),
        "hangs": act.hangs(rows),
    }
    return render(request, CONFIRMATION, confirmed)


def _named(table: Table, name: str) -> BulkAct | None:
    return next((each for each in table.acts if each.name == name), None)
