"""Middleware: each person's time zone, and the check that the page is theirs."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.replies import sign_in_needed


class TimezoneMiddleware:
    """Shows times in the signed-in person's zone, UTC for everyone else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request in its person's time zone."""
        name = getattr(request.user, "timezone", "UTC")
        try:
            zone = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            zone = ZoneInfo("UTC")
        with timezone.override(zone):
            return self.get_response(request)


class SamePersonMiddleware:
    """Rejects requests of one person's page while another, or nobody, is signed in.

    Pages name their person in the header X-Assay-User. A page that was left open across
    a sign-out gets a 401; its judgment is never recorded under another name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request if the page's person is the session's person."""
        person = request.headers.get("X-Assay-User")
        if person and person != str(getattr(request.user, "uuid", "")):
            return sign_in_needed()
        return self.get_response(request)
