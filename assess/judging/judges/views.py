"""Judges: the list, one judge, a new one, and work for a machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.judges import listing as judge_pages
from assess.judging.judges.actions import JudgeExists, create_panel, say_giver
from assess.judging.judges.forms import (
    BaselineForm,
    EntailmentForm,
    GiverForm,
    JudgeForm,
    JudgingForm,
    ModelForm,
    PanelForm,
)
from assess.judging.judges.machines import (
    add_baseline_judge,
    add_entailment_judge,
    add_model_judge,
)
from assess.judging.judges.majorities import threes_of
from assess.judging.judges.table import judges_table
from assess.judging.kernel.panels import MAJORITY_OF_THREE
from assess.judging.machine.actions import start_judging
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from assess.judging.machine.settings import BadSetting
from assess.judging.models import Judge
from config.tables.pages import table_page
from llm.client import ModelNotSet
from llm.endpoints.lookup import has_endpoint
from llm.kernel.prompt import BadPrompt
from runs.kernel.limits import TooMany
from runs.models import Track
from runs.views.lookup import organized_track

LATEST_JOBS = 10
OWN_WORDS = (Judge.MODEL, Judge.BASELINE, Judge.PANEL)  # others have a description


# /tracks/<track>/judges/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def judges(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List a track's judges with the numbers of their labels."""
    found = organized_track(request, track)
    shown = {
        "track": found,
        "tab": "judges",
        "has_endpoint": has_endpoint(),
    }
    table = judges_table(found, by=cast(User, request.user))
    rows = judge_pages.judge_rows(found)
    return table_page(request, "assess/judging/judges/list.html", shown, table, rows)


# /tracks/<track>/judges/<judge>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def judge(request: HttpRequest, track: UUID, judge: UUID) -> HttpResponseBase:
    """Show one judge and its labels; save who gave the labels of an import."""
    found = organized_track(request, track)
    judges = Judge.objects.visible().select_related("track").filter(track=found)
    row = get_object_or_404(judges, uuid=judge)
    form = _giver_form(request, row)
    if form and form.is_valid():
        say_giver(row, form.cleaned_data["given_by"])
        messages.success(request, "Saved: who gave these labels.")
        return redirect("assess:judge", found.uuid, row.uuid)
    return _judge_page(request, found, row, form)


def _giver_form(request: HttpRequest, judge: Judge) -> GiverForm | None:
    """Return the form of an import; raise Http404 for a POST to any other judge."""
    if judge.kind == Judge.IMPORT:
        return GiverForm(request.POST or None, initial={"given_by": judge.given_by})
    if request.method == "POST":
        raise Http404
    return None


def _judge_page(
    request: HttpRequest, found: Track, row: Judge, form: GiverForm | None
) -> HttpResponse:
    jobs = judge_pages.jobs_of(row).with_failure_count()
    shown = {
        "track": found,
        "tab": "judges",
        "judge": row,
        "what": judge_pages.what_it_is(row) if row.kind in OWN_WORDS else "",
        "about": judge_pages.about(row),
        "labels": judge_pages.labels_by_kind(row),
        "parameters": judge_pages.parameters_of(row),
        "prompts": judge_pages.prompts_of(row),
        "spent": judge_pages.spent_by(row),
        "failed": judge_pages.failed_calls(row),
        "jobs": jobs[:LATEST_JOBS],
        "is_machine": row.kind in (Judge.MODEL, Judge.BASELINE),
        "threes": threes_of(row) if row.rule == MAJORITY_OF_THREE else None,
        "form": form,
    }
    status = 422 if form and form.errors else 200
    return render(request, "assess/judging/judges/judge.html", shown, status=status)


class Sort(NamedTuple):
    """A kind of judge that can be created on a page."""

    name: str
    title: str
    form: type[JudgeForm]
    make: Callable[[Track, dict[str, Any]], Judge]


def _make_model(track: Track, given: dict[str, Any]) -> Judge:
    return add_model_judge(
        track,
        given["name"],
        model=given["model"],
        endpoint=given.get("endpoint", ""),
        parameters=given["parameters"],
        now=timezone.now(),
    )


def _make_baseline(track: Track, given: dict[str, Any]) -> Judge:
    return add_baseline_judge(
        track,
        given["name"],
        baseline=given["baseline"],
        threshold=given["threshold"],
        now=timezone.now(),
    )


def _make_entailment(track: Track, given: dict[str, Any]) -> Judge:
    return add_entailment_judge(
        track,
        given["name"],
        model=given["model"],
        threshold=given["threshold"],
        now=timezone.now(),
    )


def _make_panel(track: Track, given: dict[str, Any]) -> Judge:
    return create_panel(
        track,
        given["name"],
        rule=given["rule"],
        members=list(given["members"]),
        now=timezone.now(),
        pass_mark=given["pass_mark"] if given["rule"] == MAJORITY_OF_THREE else None,
    )


SORTS = (
    Sort("model", "Model", ModelForm, _make_model),
    Sort("entailment", "Entailment model", EntailmentForm, _make_entailment),
    Sort("baseline", "Baseline", BaselineForm, _make_baseline),
    Sort("panel", "Panel", PanelForm, _make_panel),
)


def _sort(request: HttpRequest) -> Sort:
    """Return the kind in the URL; without a model, a baseline is the default."""
    usual = "model" if has_endpoint() else "baseline"
    sorts = {sort.name: sort for sort in SORTS}
    return sorts.get(request.GET.get("sort", usual), sorts[usual])


# /tracks/<track>/judges/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def judge_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Create a model, baseline or panel judge."""
    found = organized_track(request, track)
    sort = _sort(request)
    form = sort.form(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = _made(sort, form)
        if made:
            messages.success(request, f"{made} can be set to work now.")
            return redirect("assess:judge", found.uuid, made.uuid)
    return _new_page(request, found, sort, form)


def _made(sort: Sort, form: JudgeForm) -> Judge | None:
    try:
        return sort.make(form.track, form.cleaned_data)
    except (JudgeExists, TooMany, ModelNotSet, BadSetting, BadPrompt) as error:
        form.add_error(None, str(error))
        return None


def _new_page(
    request: HttpRequest, track: Track, sort: Sort, form: JudgeForm
) -> HttpResponse:
    shown = {
        "track": track,
        "tab": "judges",
        "sort": sort,
        "sorts": SORTS,
        "form": form,
        "endpoint": settings.LLM_ENDPOINT,
        "has_endpoint": has_endpoint(),
        "has_key": bool(settings.LLM_KEY),
        "pairs_endpoint": settings.ENTAIL_ENDPOINT,
    }
    status = 422 if form.is_bound else 200
    return render(request, "assess/judging/judges/new.html", shown, status=status)


# /tracks/<track>/judging/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def judging_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Start a machine's judging, then show the job."""
    found = organized_track(request, track)
    asked = {"judge": request.GET.get("judge"), "work": request.GET.get("work")}
    form = JudgingForm(found, request.POST or None, initial=asked)
    done = None
    if request.method == "POST" and form.is_valid():
        done = _started(request, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    shown = {
        "track": found,
        "tab": "judges",
        "quote": done,
        "form": form,
        "has_judges": form.fields["judge"].queryset.exists(),  # type: ignore[attr-defined]
        "has_endpoint": has_endpoint(),
        "has_banks": any(work.subject for work in form.works.values()),
    }
    status = 422 if form.errors else 200
    return render(
        request, "assess/judging/judges/judging_new.html", shown, status=status
    )


def _started(request: HttpRequest, form: JudgingForm) -> Launched:
    """Queue the form's work; add an error to the form if that is not possible."""
    work = form.cleaned_data["work"]
    start = partial(
        start_judging,
        form.cleaned_data["judge"],
        work.machine,
        subject=work.subject,
        topics=form.cleaned_data["topics"],
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady,)
    return launched(request, form, start, *refusals)
