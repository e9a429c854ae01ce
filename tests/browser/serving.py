"""Assay on a port, with static files that a browser may keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.staticfiles.handlers import StaticFilesHandler
from pytest_django.live_server_helper import LiveServer

if TYPE_CHECKING:
    from django.http import FileResponse, HttpRequest


class KeptFiles(StaticFilesHandler):
    """Static files as the real server sends them: not to be asked for again at once."""

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
