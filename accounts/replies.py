"""Responses to scripts whose request cannot be handled as it is."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from accounts.kernel.idempotency import ReusedKey


def wants_a_part(request: HttpRequest) -> bool:
    """Return whether a script, not a person's navigation, made the request."""
    return "HX-Request" in request.headers or "X-Assay-User" in request.headers


def sign_in_needed() -> HttpResponse:
    """Return the 401 that opens the sign-in dialog over the page."""
    return HttpResponse(
        "Sign in to continue.",
        status=401,
        content_type="text/plain; charset=utf-8",
        headers={"X-Sign-In": reverse("accounts:sign_in_again")},
    )


def answer_for(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the API's response to an error: 422 for a key reused with other content.

    Other errors are left to Django REST framework.
    """
    if not isinstance(error, ReusedKey):
        return exception_handler(error, context)
    set_rollback()
    return Response({"key": [str(error)]}, status.HTTP_422_UNPROCESSABLE_ENTITY)
