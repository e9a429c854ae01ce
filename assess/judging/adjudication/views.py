"""Adjudications for organizers: the list, a new one, one with its result."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
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
from assess.judging.adjudication import actions, results
from assess.judging.adjudication import progress as reading
from assess.judging.adjudication.choices import (
    AdjudicatorsForm,
    OpenForm,
    judges_to_compare,
)
from assess.judging.adjudication.disputes import cause_of
from assess.judging.judges.actions import JudgeExists
from assess.judging.kinds import kinds_of
from assess.judging.models import Adjudication
from assess.judging.rounds.protocols import names_of_rounds
from config.tables.definitions import Column, Filter, Option, Table, filter_by
from config.tables.pages import table_page
from runs.kernel.limits import TooMany
from runs.models import Track
from runs.views.lookup import organized_track

TOPICS_A_PAGE = 200
AGAINST = (actions.InDispute, actions.TooFewJudges, JudgeExists, TooMany)


def _adjudication(track: Track, uuid: UUID) -> Adjudication:
    return get_object_or_404(reading.adjudications_in(track), uuid=uuid)


# /tracks/<track>/adjudications/
@never_cache
@signed_in
@require_GET
def adjudications(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List a track's adjudications and their progress."""
    found = organized_track(request, track)
    shown = {
        "track": found,
        "tab": "adjudications",
        "has_judges": judges_to_compare(found).count() > 1,
    }
    page = "assess/judging/adjudication/list.html"
    rows = reading.adjudications_in(found)
    return table_page(request, page, shown, _table(found), rows)


def _table(track: Track) -> Table:
    kinds = ((kind.name, kind.title) for kind in kinds_of(track))
    is_open = Filter(
        "state",
        "State",
        (
            Option("open", "open", Q(closed_at=None)),
            Option("closed", "closed", Q(closed_at__isnull=False)),
        ),
    )
    return Table(
        "adjudications",
        "adjudication",
        "adjudications",
        "assess/judging/adjudication/_adjudication_row.html",
        (
            Column("name", "Adjudication", "judge__name"),
            Column("kind", "Kind", "kind"),
            Column("judges", "Judges"),
            Column("settled", "Settled"),
            Column("opened", "Opened", "created_at", most_first=True),
        ),
        searched=("judge__name",),
        filters=(filter_by("kind", "Kind", kinds), is_open),
        a_page=50,
        details=reading.rows_of,
    )


# /tracks/<track>/adjudications/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def adjudication_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show how many items would be settled; open the adjudication on confirmation."""
    found = organized_track(request, track)
    form = OpenForm(
        found,
        request.POST or None,
        kind=request.GET.get("kind", ""),
        judges=request.GET.getlist("judge"),
        of_round=request.GET.get("round", "0"),
        hides_labels="unseen" in request.GET,
    )
    preview = _preview(form) if form.is_bound and form.is_valid() else None
    if preview and request.POST.get("confirm") == preview.seal:
        made = _opened(request, form, preview)
        if made:
            return redirect("assess:adjudication", found.uuid, made.uuid)
    return _new_page(request, found, form, preview)


def _preview(form: OpenForm) -> reading.Preview | None:
    """Return the preview of the form's plan; add errors to the form if it fails."""
    plan = form.plan()
    try:
        actions.check_plan(plan)
    except AGAINST as error:
        form.add_error(None, str(error))
        return None
    return reading.preview_of(form.track, plan)


def _opened(
    request: HttpRequest, form: OpenForm, preview: reading.Preview
) -> Adjudication | None:
    try:
        made = actions.open_adjudication(
            form.track,
            form.cleaned_data["name"],
            preview.plan,
            by=cast(User, request.user),
            now=timezone.now(),
        )
    except AGAINST as error:
        form.add_error(None, str(error))
        return None
    home = reading.now_at_home(made)
    messages.success(request, f"{made} is open: {home}.")
    return made


def _new_page(
    request: HttpRequest, track: Track, form: OpenForm, preview: reading.Preview | None
) -> HttpResponse:
    shown = {
        "track": track,
        "tab": "adjudications",
        "form": form,
        "preview": None if form.errors else preview,
    }
    status = 422 if form.errors else 200
    return render(request, "assess/judging/adjudication/new.html", shown, status=status)


# /tracks/<track>/adjudications/<adjudication>/
@never_cache
@signed_in
@require_GET
def adjudication(
    request: HttpRequest, track: UUID, adjudication: UUID
) -> HttpResponseBase:
    """Show the progress of an adjudication, what is left, and who was upheld."""
    found = organized_track(request, track)
    return _page(request, found, _adjudication(found, adjudication))


def _page(
    request: HttpRequest,
    track: Track,
    found: Adjudication,
    form: AdjudicatorsForm | None = None,
) -> HttpResponse:
    rows = reading.topic_rows(found)
    page = Paginator(rows, TOPICS_A_PAGE).get_page(request.GET.get("page"))
    cause = cause_of(found)
    shown = {
        "track": track,
        "tab": "adjudications",
        "adjudication": found,
        "cause": cause,
        "round_name": cause.round and names_of_rounds(track)[cause.round],
        "words": reading.threshold_words(cause.threshold),
        "page": page,
        "total": reading.total_of(rows),
        "result": results.result_of(found),
        "panel": results.panel_of(found),
        "form": form or AdjudicatorsForm(found),
    }
    status = 422 if form else 200
    return render(
        request, "assess/judging/adjudication/adjudication.html", shown, status=status
    )


# /tracks/<track>/adjudications/<adjudication>/adjudicators/
@signed_in
@require_POST
def adjudicators(
    request: HttpRequest, track: UUID, adjudication: UUID
) -> HttpResponseBase:
    """Add adjudicators."""
    found = organized_track(request, track)
    row = _adjudication(found, adjudication)
    form = AdjudicatorsForm(row, request.POST)
    if not form.is_valid():
        return _page(request, found, row, form)
    try:
        actions.let_adjudicate(row, form.cleaned_data["adjudicators"])
    except actions.InDispute as error:
        form.add_error("adjudicators", str(error))
        return _page(request, found, row, form)
    home = reading.now_at_home(_adjudication(found, adjudication))
    messages.success(request, f"The adjudicators of {row} are changed: {home}.")
    return redirect("assess:adjudication", found.uuid, row.uuid)


# /tracks/<track>/adjudications/<adjudication>/panel/
@signed_in
@require_POST
def panel(request: HttpRequest, track: UUID, adjudication: UUID) -> HttpResponseBase:
    """Create the panel of adjudicated labels, then the judges'."""
    found = organized_track(request, track)
    row = _adjudication(found, adjudication)
    try:
        made = actions.create_settled_panel(row, now=timezone.now())
    except (JudgeExists, TooMany) as error:
        messages.warning(request, str(error))
        return redirect("assess:adjudication", found.uuid, row.uuid)
    messages.success(
        request, f"The panel “{made}” can now be used in comparisons and scores."
    )
    return redirect("assess:judge", found.uuid, made.uuid)


# /tracks/<track>/adjudications/<adjudication>/close/
@signed_in
@require_POST
def close(request: HttpRequest, track: UUID, adjudication: UUID) -> HttpResponseBase:
    """Close an adjudication; every label stays."""
    found = organized_track(request, track)
    row = _adjudication(found, adjudication)
    actions.close_adjudication(row, now=timezone.now())
    messages.success(request, f"{row} is closed. All labels stay.")
    return redirect("assess:adjudication", found.uuid, row.uuid)
