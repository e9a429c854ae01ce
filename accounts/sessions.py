"""How long a session lasts: not past its idle time, nor past its absolute one."""

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
NOTES = 60  # how many times within the idle time a last request is noted


def begin(request: HttpRequest, **_said: object) -> None:
    """Note that a password was given just now."""
    request.session[BEGAN] = request.session[SEEN] = timezone.now().timestamp()


class SessionSpanMiddleware:
    """Sign out whose session is over, before any view sees them.

    Its page then asks to sign in over what is open, and sends the unsent.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve one request."""
        if request.user.is_authenticated and not _goes_on(request.session):
            logout(request)
        return self.get_response(request)


def _goes_on(session: SessionBase) -> bool:
    """Tell whether a session lasts, and note now and then that it is in use."""
    if BEGAN not in session or SEEN not in session:
        return False
    now, span = timezone.now(), session_span()
    began, seen = (datetime.fromtimestamp(session[key], UTC) for key in (BEGAN, SEEN))
    if has_ended(began, seen, span, now=now):
        return False
    return now - seen < span.idle / NOTES or _is_noted(session, now)


def _is_noted(session: SessionBase, now: datetime) -> bool:
    """Keep when a session was last used; False where it was ended meanwhile.

    Kept at once and not with the answer: an answer to what was saved must not become
    an error because its person signs out elsewhere.
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
    """Return how long sessions last here."""
    idle = timedelta(hours=settings.SESSION_IDLE_HOURS)
    return Span(idle, timedelta(seconds=settings.SESSION_COOKIE_AGE))
