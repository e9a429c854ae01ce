"""Requests that only read, read the same rows once."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from config.operations.single_reads import single_reads


class SingleReadsMiddleware:
    """Lets the parts of a page share the rows that they read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Handle one request; GET never writes."""
        if request.method != "GET":
            return self.get_response(request)
        with single_reads():
            return self.get_response(request)
