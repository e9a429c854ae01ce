"""Session authentication for scripts: a 401 opens the sign-in dialog."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class Session(SessionAuthentication):
    """The browser's session, with its CSRF check."""

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme, so that DRF answers 401 to anonymous requests, not 403."""
        return "Session"
