"""Pages that show long work, and the two buttons that control it."""

import re
from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from config.clock import database_now
from config.tables.pages import table_page
from jobs.access import place_of, scopes_for
from jobs.actions import NotRetryable, NotTheirs, request_cancel, retry_job
from jobs.bell import ring
from jobs.models import Job
from jobs.pages.panels import panels_of
from jobs.pages.table import jobs_table

FRAGMENT = "jobs/_job.html"
FAILURES_A_PAGE = 200


def _visible_job(request: HttpRequest, job: UUID) -> Job:
    jobs = Job.objects.for_user(request.user).with_failure_count()
    return get_object_or_404(jobs, uuid=job)


def _answer(request: HttpRequest, job: UUID, *, status: int = 200) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("jobs:page", job)
    shown = {"job": _visible_job(request, job)}
    return render(request, FRAGMENT, shown, status=status)


def _retries(request: HttpRequest) -> int | None:
    """Return how often the job had been retried when the form was shown."""
    shown = request.POST.get("retries", "")
    return int(shown) if re.fullmatch("[0-9]{1,9}", shown) else None


# /jobs/<job>/
@never_cache
@signed_in
@require_GET
def job_page(request: HttpRequest, job: UUID) -> HttpResponse:
    """Show one job, its failures and its result."""
    found = _visible_job(request, job)
    failures = found.failures.all()[:FAILURES_A_PAGE]
    place = place_of(found.scope, cast(User, request.user))
    shown = {"job": found, "failures": failures, "place": place}
    shown["panels"] = panels_of(found)
    return render(request, "jobs/job.html", shown)


# /jobs/<job>/progress/
@never_cache
@signed_in
@require_GET
def job_progress(request: HttpRequest, job: UUID) -> HttpResponse:
    """Answer a poll; the last response makes the page stop polling."""
    found = _visible_job(request, job)
    answer = render(request, FRAGMENT, {"job": found})
    if not found.is_unfinished:
        answer["HX-Trigger"] = "job-finished"
    return answer


# /jobs/<job>/cancel/
@signed_in
@require_POST
def cancel(request: HttpRequest, job: UUID) -> HttpResponse:
    """Cancel a job, at once if nobody has claimed it."""
    found = _visible_job(request, job)
    request_cancel(found.uuid, now=database_now(), retries=_retries(request))
    return _answer(request, job)


# /jobs/<job>/retry/
@signed_in
@require_POST
def retry(request: HttpRequest, job: UUID) -> HttpResponse:
    """Queue a finished job again for the items that it left undone."""
    found = _visible_job(request, job)
    try:
        retry_job(found, by=cast(User, request.user), retries=_retries(request))
    except NotTheirs:
        raise Http404 from None
    except NotRetryable:
        return _answer(request, job, status=409)
    ring(found)
    return _answer(request, job)


# /jobs/scope/<scope>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def scope_jobs(request: HttpRequest, scope: UUID) -> HttpResponse:
    """List the jobs of a track that this user may control, newest first."""
    user = cast(User, request.user)
    if scope not in scopes_for(user):
        raise Http404
    jobs = Job.objects.for_scope(scope).with_failure_count()
    shown = {"place": place_of(scope, user)}
    return table_page(request, "jobs/jobs.html", shown, jobs_table(by=user), jobs)
