"""Scores in a CSV file with a header, one line per run."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence


class BadColumn(ValueError):
    """An unusable column or cell; the message names it."""


def read_scores(
    lines: Iterable[str], columns: Sequence[str], *, task: str = ""
) -> dict[int, tuple[float | None, ...]]:
    """Return the values of some columns by line number; an empty cell is None.

    task selects the lines with this value in the column `task`, ignoring case.
    """
    rows = csv.DictReader(lines)
    known = list(rows.fieldnames or ())
    for column in [*columns, *(["task"] if task else [])]:
        if column not in known:
            raise BadColumn(f"no column {column!r}: there are {', '.join(known)}")
    found: dict[int, tuple[float | None, ...]] = {}
    for row in rows:
        if task and (row["task"] or "").casefold() != task.casefold():
            continue
        line = rows.line_num
        found[line] = tuple(_number(row[column], column, line) for column in columns)
    return found


def _number(text: str | None, column: str, line: int) -> float | None:
    if text is None or not text.strip():
        return None
    try:
        value = float(text)
    except ValueError as error:
        raise BadColumn(f"line {line}: {column} is {text!r}, no number") from error
    if not math.isfinite(value):
        raise BadColumn(f"line {line}: {column} is {text!r}, not a finite number")
    return value
