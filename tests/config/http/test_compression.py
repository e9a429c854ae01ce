"""Pages leave compressed, downloads as they are."""

from __future__ import annotations

import gzip

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from config.http.compression import PageCompressionMiddleware

CONTENT = b"<p>a line</p>\n" * 100


@pytest.mark.parametrize(
    ("media_type", "accepts", "is_packed"),
    [
        ("text/html; charset=utf-8", "gzip", True),
        ("text/html; charset=utf-8", "identity", False),
        ("text/csv", "gzip", False),
    ],
)
def test_pages_are_compressed_for_whoever_accepts_it(
    media_type: str, accepts: str, is_packed: bool
) -> None:
    middleware = PageCompressionMiddleware(
        lambda _request: HttpResponse(CONTENT, content_type=media_type)
    )
    request = RequestFactory(headers={"accept-encoding": accepts}).get("/")
    answer = middleware(request)
    assert isinstance(answer, HttpResponse)
    assert (answer.get("Content-Encoding") == "gzip") == is_packed
    sent = answer.content
    assert (gzip.decompress(sent) if is_packed else sent) == CONTENT


def test_pages_pass_through_it() -> None:
    ours = f"{PageCompressionMiddleware.__module__}.PageCompressionMiddleware"
    assert ours in settings.MIDDLEWARE
