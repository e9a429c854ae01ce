"""Support for HEAD wherever GET is supported."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

Answer = HttpResponse | StreamingHttpResponse


class HeadMiddleware:
    """Answers HEAD as GET, without the body.

    Views then need to handle GET only, which never writes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Answer:
        """Handle one request."""
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        try:
            response = self.get_response(request)
        finally:
            request.method = "HEAD"
        return _without_body(response)


def _without_body(response: Answer) -> Answer:
    """Return the response with all its headers and an empty body."""
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = iter(())
    else:
        response.content = b""
    return response
