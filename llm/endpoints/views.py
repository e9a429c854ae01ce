"""Pages on which superusers set up endpoints."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from llm.endpoints.actions import delete_endpoint, save_endpoint
from llm.endpoints.forms import EndpointForm, initial_of
from llm.endpoints.keys import KeyMissing
from llm.endpoints.trial import try_endpoint
from llm.models import Endpoint

PAGE = "llm/endpoint.html"


# /models/endpoints/
@signed_in
@require_GET
def endpoints(request: HttpRequest) -> HttpResponse:
    """List all endpoints; superusers only."""
    _only_superusers(request)
    rows = Endpoint.objects.prefetch_related("served")
    return render(request, "llm/endpoints.html", {"endpoints": rows})


# /models/endpoints/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def endpoint_new(request: HttpRequest) -> HttpResponse:
    """Set up an endpoint."""
    _only_superusers(request)
    return _edited(request, None, EndpointForm(None, request.POST or None))


# /models/endpoints/<endpoint>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def endpoint_page(request: HttpRequest, endpoint: UUID) -> HttpResponse:
    """Show an endpoint and change it."""
    _only_superusers(request)
    row = get_object_or_404(Endpoint, uuid=endpoint)
    form = EndpointForm(row, request.POST or None, initial=initial_of(row))
    return _edited(request, row, form)


# /models/endpoints/<endpoint>/try/
@never_cache
@signed_in
@require_POST
def endpoint_try(request: HttpRequest, endpoint: UUID) -> HttpResponse:
    """Ask one of the endpoint's models a harmless question."""
    _only_superusers(request)
    row = get_object_or_404(Endpoint, uuid=endpoint)
    served = get_object_or_404(row.served, name=request.POST.get("model", ""))
    shown = {
        "endpoint": row,
        "form": EndpointForm(row, initial=initial_of(row)),
        "trial": try_endpoint(row, served.name),
    }
    return render(request, PAGE, shown)


# /models/endpoints/<endpoint>/delete/
@never_cache
@signed_in
@require_POST
def endpoint_delete(request: HttpRequest, endpoint: UUID) -> HttpResponse:
    """Delete an endpoint and its key."""
    _only_superusers(request)
    row = get_object_or_404(Endpoint, uuid=endpoint)
    delete_endpoint(row)
    messages.success(request, f"{row.name} and its key are deleted.")
    return redirect("llm:endpoints")


def _edited(
    request: HttpRequest, row: Endpoint | None, form: EndpointForm
) -> HttpResponse:
    """Save a valid form, or show the form."""
    if request.method == "POST" and form.is_valid():
        try:
            saved = save_endpoint(row, form.setup)
        except KeyMissing as error:
            form.add_error("key", str(error))
        else:
            messages.success(request, f"{saved.name} is saved.")
            return redirect("llm:endpoint", saved.uuid)
    status = 422 if form.errors else 200
    return render(request, PAGE, {"endpoint": row, "form": form}, status=status)


def _only_superusers(request: HttpRequest) -> None:
    if not cast(User, request.user).is_superuser:
        raise Http404
