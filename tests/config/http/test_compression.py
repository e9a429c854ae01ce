"""Pages leave compressed, downloads as they are."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.http.compression import PageCompressionMiddleware

GZIP = {"accept-encoding": "gzip"}


@pytest.mark.django_db
def test_a_page_is_compressed_for_whoever_accepts_it() -> None:
    plain = Client().get("/accounts/sign-in/")
    packed = Client(headers=GZIP).get("/accounts/sign-in/")
    assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
    assert len(packed.content) < len(plain.content) / 2
    assert gzip.decompress(packed.content).startswith(b"<!doctype html>")
    assert "Accept-Encoding" in packed["Vary"]


def test_a_download_stays_whole() -> None:
    file = HttpResponse(b"id,label\n" * 100, content_type="text/csv")
    request = RequestFactory(headers=GZIP).get("/")
    left = PageCompressionMiddleware(lambda _request: file).process_response(
        request, file
    )
    assert left is file
    assert file.content == b"id,label\n" * 100
