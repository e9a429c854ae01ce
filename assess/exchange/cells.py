"""How the cells of a file are written: for a spreadsheet, or for machines."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import Http404

DIGITS = 6  # decimals of a number in a table, unless every digit is asked for
# What a spreadsheet takes for the beginning of a formula: at the start of a cell, and
# after what parts cells where the comma does not (OWASP, CSV Injection). A comma is
# safe: the writer puts quotes around a cell that holds one.
# Each stretch is matched once, sign or not: a million of them take linear time.
_START = re.compile(r"""((?:^|[;|\t\r\n])["\s;|]*)([=+\-@＝＋－＠]?)""")
_BEFORE_TEXT = ("\t", "\r", "\n")


class Cells(NamedTuple):
    """How a file's cells are written.

    raw: texts verbatim, for machines; else no spreadsheet finds a formula in them.
    full: numbers with every digit; else rounded as the file's form has it.
    """

    raw: bool = False
    full: bool = False

    def line(self, cells: Iterable[object]) -> str:
        """Return a row of CSV: comma, quotes where needed, a line feed at its end.

        None is an empty cell.
        """
        text = io.StringIO()
        row = cells if self.raw else map(guarded, cells)
        # It quotes cells that hold a part of the line end: CR as well as LF.
        csv.writer(text, lineterminator="\r\n").writerow(row)
        return text.getvalue().removesuffix("\r\n") + "\n"

    def number(self, value: float | None, places: int = DIGITS) -> float | None:
        """Return a number as a cell has it, None for NaN: undefined."""
        if value is None or math.isnan(value):
            return None
        return float(value) if self.full else round(float(value), places)

    def fixed(self, value: float, places: int) -> str:
        """Return a number in a form with so many decimals."""
        return repr(float(value)) if self.full else f"{value:.{places}f}"


SHEET = Cells()


def cells_asked(query: Mapping[str, str]) -> Cells:
    """Return how a request wants its file: `cells=raw`, `precision=full`; else 404."""
    raw, full = query.get("cells", ""), query.get("precision", "")
    if raw not in {"", "raw"} or full not in {"", "full"}:
        raise Http404
    return Cells(raw=raw == "raw", full=full == "full")


def guarded(cell: object) -> object:
    """Return a cell in which no spreadsheet finds a formula: a ' stands before it.

    Numbers stay numbers.
    """
    if not isinstance(cell, str):
        return cell
    safe = _START.sub(_quoted, cell)
    return f"'{safe}" if safe.startswith(_BEFORE_TEXT) else safe


def _quoted(found: re.Match[str]) -> str:
    return f"{found[1]}'{found[2]}" if found[2] else found[0]
