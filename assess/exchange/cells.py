"""The cells of a file: safe for spreadsheets, or verbatim for programs."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import Http404

DIGITS = 6  # decimals of a number in a table, by default
# The beginnings of a cell that a spreadsheet reads as a formula: at its start, and
# after characters that separate cells where the comma does not (OWASP, CSV Injection).
# A comma is safe, because the writer quotes a cell that contains one. Each stretch is
# matched once, with or without a sign: a million of them take linear time.
_START = re.compile(r"""((?:^|[;|\t\r\n])["\s;|]*)([=+\-@＝＋－＠]?)""")
_BEFORE_TEXT = ("\t", "\r", "\n")


class Cells(NamedTuple):
    """The style of a file's cells.

    raw: texts verbatim, for programs; otherwise no spreadsheet reads a formula in them.
    full: numbers with every digit; otherwise rounded as the file's format defines.
    """

    raw: bool = False
    full: bool = False

    def line(self, cells: Iterable[object]) -> str:
        """Return a row of CSV: commas, quotes if needed, a line feed at its end.

        None is an empty cell.
        """
        text = io.StringIO()
        row = cells if self.raw else map(guarded, cells)
        # The writer quotes cells that contain a part of the line end: CR as well as LF.
        csv.writer(text, lineterminator="\r\n").writerow(row)
        return text.getvalue().removesuffix("\r\n") + "\n"

    def number(self, value: float | None, places: int = DIGITS) -> float | None:
        """Return a number for a cell, None for NaN, which means undefined."""
        if value is None or math.isnan(value):
            return None
        return float(value) if self.full else round(float(value), places)

    def fixed(self, value: float, places: int) -> str:
        """Return a number in a form with so many decimals."""
        return repr(float(value)) if self.full else f"{value:.{places}f}"


SHEET = Cells()


def cells_asked(query: Mapping[str, str]) -> Cells:
    """Return the requested style: `cells=raw`, `precision=full`; 404 for others."""
    raw, full = query.get("cells", ""), query.get("precision", "")
    if raw not in {"", "raw"} or full not in {"", "full"}:
        raise Http404
    return Cells(raw=raw == "raw", full=full == "full")


def guarded(cell: object) -> object:
    """Return a cell that no spreadsheet reads as a formula: with a ' if needed.

    Numbers are unchanged.
    """
    if not isinstance(cell, str):
        return cell
    safe = _START.sub(_quoted, cell)
    return f"'{safe}" if safe.startswith(_BEFORE_TEXT) else safe


def _quoted(found: re.Match[str]) -> str:
    return f"{found[1]}'{found[2]}" if found[2] else found[0]
