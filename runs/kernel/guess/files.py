"""The type of file that a text looks like, so that a wrong choice is recognized.

A guess is `sure` if no valid file of another type begins in this way. A valid file of
the selected kind is never guessed to be another.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from runs.kernel.formats.assignments import MATCH_KEY, MATCHES
from runs.kernel.formats.segments import TEXT_KEYS
from runs.kernel.guess.columns import Row, guess_four, guess_six, is_statement
from runs.kernel.guess.guess import Guess

KEY = re.compile(r'"([^"\\]+)"\s*:')
GOLD = re.compile(r'"\[[0-9]+\]"\s*:\s*\{')
BY_RUN = re.compile(r'\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*"')
ZIP = "PK\x03\x04"
TABLED = {4: ("qrels",), 6: ("ranking", "rj")}
LABELLED = Guess("assignments", sure=True)
# The first set whose keys all occur determines the kind; "" is none that can be
# imported.
BY_KEYS = (
    (Guess("conversations"), {"ptkb"}),
    (Guess("conversations"), {"turns"}),
    (Guess(""), {"candidates"}),
    (Guess("responses"), {"matched"}),
    (Guess("run"), {"answer"}),
    (Guess("run"), {"responses", "metadata"}),
    (Guess("run"), {"references"}),
    (LABELLED, {"nuggets", "assignment", "run_id"}),
    (Guess("assignments"), {"nuggets", "assignment"}),
    (Guess("support"), {"sentences", "run_id"}),
    (Guess("support"), {"support_label"}),
    (Guess("nuggets"), {"nuggets"}),
    (Guess("segments"), {"segment"}),
    (Guess("segments"), {"docid"}),
    (Guess("segments"), {"contents"}),
    (Guess("topics"), {"title"}),
)
# The required keys of a file of the type: one of these sets.
NEEDS: dict[str, tuple[set[str], ...]] = {
    "topics": ({"title", "id"}, {"title", "request_id"}),
    "conversations": ({"turns"},),
    "run": ({"answer"}, {"responses"}, {"references"}),
    "segments": ({"docid"}, *({"id", key} for key in TEXT_KEYS)),
    "nuggets": ({"nuggets", "qid"},),
    "assignments": ({"nuggets", "run_id"},),
    "responses": ({"response", "nuggets"},),
    "support": ({"sentences"}, {"support_label"}),
}


class Chosen(NamedTuple):
    """The kind selected for a file; pattern: of the corpus's docids, None for any."""

    kind: str
    pattern: str | None = None


def other_kind(head: str, chosen: Chosen) -> Guess | None:
    """Return another kind that a file with this beginning has; None if there is none.

    The kinds are those of imports; "ranking" is a run in six columns, "zip" no kind.
    """
    found = _guess(head, chosen.pattern)
    if found is None or not found.kind or chosen.kind in (found.kind, *found.also):
        return None
    return found._replace(sure=found.sure or not _fits(head, chosen.kind))


def guess_kind(head: str) -> str | None:
    """Return the kind of a file with this beginning, None if it matches none."""
    found = _guess(head, None)
    return (found.kind or None) if found else None


def _guess(head: str, pattern: str | None) -> Guess | None:
    if head.startswith(ZIP):
        return Guess("zip", sure=True)
    if head[:1] in ("{", "["):
        return _by_keys(head)
    lines = _lines(head)
    rows = [line.split() for line in lines]
    if 2 * sum(map(_is_match, rows)) > len(rows):
        return LABELLED
    tabbed = [line for line in lines if line.count("\t") == 1]
    if 2 * len(tabbed) > len(lines):
        return Guess("topics")
    width = _width(rows)
    by_width: dict[int, Callable[[list[Row]], Guess | None]] = {
        4: lambda found: guess_four(found, pattern),
        6: guess_six,
    }
    if width not in by_width:
        return None
    return by_width[width]([row for row in rows if len(row) == width])


def _by_keys(head: str) -> Guess | None:
    if GOLD.search(head):
        return Guess("nuggets")
    keys = set(KEY.findall(head))
    for guess, wanted in BY_KEYS:
        if wanted <= keys:
            return guess
    return Guess("responses") if BY_RUN.match(head) else None


def _fits(head: str, kind: str) -> bool:
    """Return whether a file with this beginning can be of a type, maybe with errors."""
    return _json_fits(head, kind) if head[:1] in ("{", "[") else _rows_fit(head, kind)


def _json_fits(head: str, kind: str) -> bool:
    keys = set(KEY.findall(head))
    if kind == "nuggets" and GOLD.search(head):
        return True
    if kind == "responses" and BY_RUN.match(head):
        return "metadata" not in keys
    return any(each <= keys for each in NEEDS.get(kind, ()))


def _rows_fit(head: str, kind: str) -> bool:
    lines = _lines(head)
    rows = [line.split() for line in lines]
    if kind == "topics":
        return any(line.count("\t") == 1 for line in lines)
    if kind == "assignments":
        return any(map(_is_match, rows))
    if kind == "support":
        return any(_is_supported(line) for line in lines)
    if kind == "ptkb":
        return any(is_statement(row) for row in rows)
    return kind in TABLED.get(_width(rows), ())


def _is_supported(line: str) -> bool:
    """Return whether a line can have the five columns of support labels."""
    if "\t" in line:
        return line.count("\t") >= 4
    return line.count(",") >= 4 or len(line.split()) >= 5


def _lines(head: str) -> list[str]:
    """Return the complete lines of the head, or its only line."""
    lines = head.split("\n")
    whole = lines[:-1] if len(lines) > 1 else lines
    return [line.rstrip("\r") for line in whole if line.strip()]


def _width(rows: list[Row]) -> int:
    """Return how many columns most rows have, 0 if there are no rows."""
    widths = [len(row) for row in rows]
    return max(set(widths), key=widths.count, default=0)


def _is_match(row: Row) -> bool:
    return len(row) == 2 and bool(MATCH_KEY.fullmatch(row[0])) and row[1] in MATCHES
