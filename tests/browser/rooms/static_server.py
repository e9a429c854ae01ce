"""Assay on a port, with static files that a browser may cache."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles.handlers import StaticFilesHandler
from pytest_django.live_server_helper import LiveServer

if TYPE_CHECKING:
    from django.http import FileResponse, HttpRequest
    from django.http.response import HttpResponseBase


LONGEST = 30.0  # seconds


class _InHand:
    """The number of requests to which this process has not responded yet."""

    def __init__(self) -> None:
        self.number = 0
        self.changed = Condition()

    def add(self, change: int) -> None:
        with self.changed:
            self.number += change
            self.changed.notify_all()

    def wait_for_none(self) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: not self.number, LONGEST)


IN_HAND = _InHand()


class KeptFiles(StaticFilesHandler):
    """Static files as the real server sends them: cached by the browser."""

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> HttpResponseBase:
        """Respond to a request, which is pending until then."""
        IN_HAND.add(1)
        try:
            return super().__call__(environ, start_response)
        finally:
            IN_HAND.add(-1)

    def serve(self, request: HttpRequest) -> FileResponse:
        """Serve a file, to be kept for an hour."""
        response = super().serve(request)
        response["Cache-Control"] = "max-age=3600"
        return response


def serve() -> LiveServer:
    """Return a server that has started on a port of its own."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = KeptFiles
    server.start()
    return server
