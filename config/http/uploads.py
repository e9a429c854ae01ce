"""Requests larger than any upload may be are refused before they are read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

# What a form holds besides its file.
BESIDES = 1024 * 1024  # bytes


class UploadLimitMiddleware:
    """Answer 413, reading nothing, where a request announces more than the limit.

    The CSRF check reads a whole form, signed in or not: it comes after this. The file
    itself is measured again while it is stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve one request of a size that can be taken."""
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0  # as Django reads it: no body
        if length <= settings.UPLOAD_LIMIT + BESIDES:
            return self.get_response(request)
        limit = settings.UPLOAD_LIMIT // (1024 * 1024)
        return render(request, "413.html", {"limit": limit}, status=413)
