"""The guides, their parts by words, and the definition of one measure."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from manual.forms import LookupForm
from manual.kernel.lookup import look_up
from manual.library import definition_of
from manual.library import picture as picture_file
from manual.readers import guides_of

MOST = 60  # parts that a search lists


# /manual/
@signed_in
@require_GET
def guides(request: HttpRequest) -> HttpResponse:
    """List a person's guides, and the parts that have the words looked for."""
    readable = guides_of(cast(User, request.user))
    form = LookupForm(request.GET)
    asked = form.cleaned_data["q"] if form.is_valid() else ""
    hits = look_up(readable.values(), asked)
    shown = {
        "guides": readable.values(),
        "asked": asked,
        "hits": hits[:MOST],
        "more": len(hits) - MOST,
    }
    return render(request, "manual/guides.html", shown)


# /manual/<guide>/
@signed_in
@require_GET
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    """Show one guide."""
    found = guides_of(cast(User, request.user)).get(guide)
    if found is None:
        raise Http404
    return render(request, "manual/guide.html", {"guide": found})


# /manual/definitions/<measure>/
@signed_in
@require_GET
def definition(request: HttpRequest, measure: str) -> HttpResponse:
    """Show what the guide to measures says of one, as a part of a page."""
    found = definition_of(measure)
    if found is None:
        raise Http404
    return render(request, "manual/_definition.html", {"definition": found})


# /manual/pictures/<picture>.png
@signed_in
@require_GET
@cache_control(private=True, max_age=3600)
def picture(request: HttpRequest, picture: str) -> HttpResponse:
    """Send a picture of a screen."""
    path = picture_file(picture)
    if path is None:
        raise Http404
    return HttpResponse(path.read_bytes(), content_type="image/png")
