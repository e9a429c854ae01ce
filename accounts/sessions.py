"""The length of sessions: an idle time and an absolute time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.kernel.limits import Span, has_ended

BEGAN, SEEN = "began", "seen"  # seconds since 1970, in the session
NOTES = 60  # how many times within the idle time the last request is recorded


def begin(request: HttpRequest, **_said: object) -> None:
    """Record that the person has just signed in with a password."""
    request.session[BEGAN] = request.session[SEEN] = timezone.now().timestamp()


class SessionSpanMiddleware:
    """Signs out a session that is over, before any view sees the request.

    The page then opens the sign-in dialog and sends its unsent work afterwards.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request."""
        if request.user.is_authenticated and not _goes_on(request.session):
            logout(request)
        return self.get_response(request)


def _goes_on(session: SessionBase) -> bool:
    """Return whether a session goes on; record from time to time that it is in use."""
    if BEGAN not in session or SEEN not in session:
        return False
    now, span = timezone.now(), session_span()
    began, seen = (datetime.fromtimestamp(session[key], UTC) for key in (BEGAN, SEEN))
    if has_ended(began, seen, span, now=now):
        return False
    return now - seen < span.idle / NOTES or _is_noted(session, now)


def _is_noted(session: SessionBase, now: datetime) -> bool:
    """Record when a session was last used; return False if it has ended meanwhile.

    This is saved before the view runs: otherwise the response to a saved label would
    become an error when the person signs out in another window.
    """
    changed = session.modified
    session[SEEN] = now.timestamp()
    try:
        session.save()
    except UpdateError:
        return False
    session.modified = changed
    return True


def session_span() -> Span:
    """Return how long sessions last in this installation."""
    idle = timedelta(hours=settings.SESSION_IDLE_HOURS)
    return Span(idle, timedelta(seconds=settings.SESSION_COOKIE_AGE))
