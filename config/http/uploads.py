"""Reject requests larger than any permitted upload before they are read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

# What a form may contain in addition to its file.
BESIDES = 1024 * 1024  # bytes


class UploadLimitMiddleware:
    """Returns 413, reading nothing, if a request announces more than the limit.

    The CSRF check reads a whole form, signed in or not, so it runs after this. The file
    itself is measured again while it is stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request of a permitted size."""
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0  # as Django reads it: no body
        if length <= settings.UPLOAD_LIMIT + BESIDES:
            return self.get_response(request)
        limit = settings.UPLOAD_LIMIT // (1024 * 1024)
        return render(request, "413.html", {"limit": limit}, status=413)
