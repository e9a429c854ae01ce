"""Servers behind nginx that misbehave on demand."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Node:
    """A server behind the proxy that records requests and responds as it is told."""

    def __init__(self, address: str = "127.0.0.1", port: int = 0) -> None:
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.act: Callable[[BaseHTTPRequestHandler], None] = well
        self.server = ThreadingHTTPServer((address, port), self._handler())
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        node = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                self.rfile.read(length)
                node.seen.append((self.command, dict(self.headers)))
                node.act(self)

            do_POST = do_GET  # noqa: N815 - http.server's own

            def log_message(self, *_words: object) -> None:
                pass

        return Handler

    def close(self) -> None:
        """Stop listening."""
        self.server.shutdown()
        self.server.server_close()


def well(request: BaseHTTPRequestHandler) -> None:
    """Respond 200."""
    answer(request, 200, "well")


def away(request: BaseHTTPRequestHandler) -> None:
    """Respond as Assay does while the database is unavailable."""
    answer(request, 503, "the database does not answer")


def die(request: BaseHTTPRequestHandler) -> None:
    """Close the connection without a response, as a killed process does."""
    request.close_connection = True


def answer(
    request: BaseHTTPRequestHandler, status: int, words: str, **headers: str
) -> None:
    """Respond with a status, headers and a few words."""
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name, value)
    request.send_header("Content-Length", str(len(words)))
    request.end_headers()
    request.wfile.write(words.encode())
