"""The answer to a script whose person is no longer signed in."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse


def wants_a_part(request: HttpRequest) -> bool:
    """Tell whether a script, not a person's navigation, made the request."""
    return "HX-Request" in request.headers or "X-Assay-User" in request.headers


def sign_in_needed() -> HttpResponse:
    """Return the 401 that opens the sign-in dialog over the page."""
    return HttpResponse(
        "Sign in to go on.",
        status=401,
        content_type="text/plain; charset=utf-8",
        headers={"X-Sign-In": reverse("accounts:sign_in_again")},
    )
