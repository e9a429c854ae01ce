"""Responses that download lines of text, or stored files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import IO

from django.http import FileResponse, Http404, StreamingHttpResponse
from django.utils.http import content_disposition_header

from runs.uploads import NoSuchContent, open_content

CSV = "text/csv; charset=utf-8"
NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f/\\]")  # a line's end, a folder


def download(
    lines: Iterable[str], name: str, media_type: str = CSV
) -> StreamingHttpResponse:
    """Return lines as a file of that name."""
    return StreamingHttpResponse(lines, content_type=media_type, headers=saves_as(name))


def saves_as(name: str) -> dict[str, str | None]:
    """Return the headers of a response that is saved under a name."""
    said = content_disposition_header(as_attachment=True, filename=safe_name(name))
    return {"Content-Disposition": said}


def safe_name(name: str) -> str:
    """Return a file's name, from any row, in a form that is safe in a header."""
    return NOT_IN_NAMES.sub("-", name)


def give(source: IO[bytes], name: str, media_type: str) -> FileResponse:
    """Return an open file, saved under a name."""
    safe = safe_name(name)
    return FileResponse(
        source, as_attachment=True, filename=safe, content_type=media_type
    )


def open_stored(sha256: str) -> IO[bytes]:
    """Open the stored file with a hash; raise Http404 if there is none."""
    try:
        return open_content(sha256)
    except NoSuchContent:
        raise Http404("The file is not stored here.") from None
