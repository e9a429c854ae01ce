"""Files in columns: checks for names that would break them, before writing."""

from __future__ import annotations

import json
from collections.abc import Iterable

from assess.exchange.cells import Cells
from assess.exchange.exports.registry import CannotExport, Option, Wanted

CELLS = Option(
    "cells",
    "Texts in CSV",
    (
        ("spreadsheet", "for a spreadsheet: a ' before what it takes for a formula"),
        ("raw", "raw, for machines"),
    ),
)
PRECISION = Option(
    "precision",
    "Numbers",
    (("rounded", "rounded as the form has it"), ("full", "with every digit")),
)


def cells_of(wanted: Wanted) -> Cells:
    """Return the style of an export's cells."""
    raw, full = wanted.option(CELLS) == "raw", wanted.option(PRECISION) == "full"
    return Cells(raw=raw, full=full)


def check_words(what: str, names: Iterable[str]) -> None:
    """Raise CannotExport, listing them, for names that are not one word.

    White space separates the columns of qrels and runs.
    """
    bad = sorted({name for name in names if name.split() != [name]})
    if bad:
        message = (
            f"White space in a {what} would break the columns. Leave out or rename"
        )
        raise CannotExport(f"{message}:", [f"{what} {name!r}" for name in bad])


def json_line(row: object) -> str:
    """Return a row of JSONL, with its texts unescaped."""
    return json.dumps(row, ensure_ascii=False) + "\n"


def keys_sorted(stored: object) -> object:
    """Return stored JSON with the keys of its objects sorted.

    PostgreSQL stores them in its own order, SQLite in the order of writing.
    """
    if isinstance(stored, list):
        return [keys_sorted(each) for each in stored]
    if isinstance(stored, dict):
        return {name: keys_sorted(stored[name]) for name in sorted(stored)}
    return stored
