"""Rows as CSV, and lines of text as a file to download."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header

CSV = "text/csv; charset=utf-8"


def csv_line(cells: Iterable[object]) -> str:
    """Return a row of CSV: comma, quotes where needed, a line feed at its end.

    None is an empty cell.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def download(
    lines: Iterable[str], name: str, media_type: str = CSV
) -> StreamingHttpResponse:
    """Give lines as a file of that name."""
    return StreamingHttpResponse(lines, content_type=media_type, headers=saves_as(name))


def saves_as(name: str) -> dict[str, str | None]:
    """Return the header of an answer that is saved under a name."""
    said = content_disposition_header(as_attachment=True, filename=name)
    return {"Content-Disposition": said}
