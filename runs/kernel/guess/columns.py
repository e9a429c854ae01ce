"""Types of file with equal columns, distinguished by their values."""

import re
from collections import defaultdict
from collections.abc import Sequence

from runs.kernel.guess.guess import Guess

Row = list[str]

SMALL = re.compile(r"[0-9]{1,3}", re.ASCII)
LABELS = {"0", "1", "-1"}
LONG = 6  # rows of a topic; no scale of judgments has so many grades
EITHER = Guess("ranking", also=("rj",))


def guess_four(rows: Sequence[Row], pattern: str | None) -> Guess | None:
    """Return qrels, or PTKB labels: 0 or 1 for statements with small numbers.

    None if the last column is no grade.
    """
    if not _mostly_numbers(rows, 3):
        return None
    docids = {row[2] for row in rows}
    matches = [bool(re.fullmatch(pattern, docid)) for docid in docids if pattern]
    if all(map(is_statement, rows)) and {row[3] for row in rows} <= LABELS:
        return Guess("ptkb", sure=bool(matches) and not any(matches))
    return Guess("qrels", sure=bool(matches) and all(matches))


def guess_six(rows: Sequence[Row]) -> Guess | None:
    """Return a ranking, whose ranks increase, or judgments, whose grades repeat.

    None if the columns contain no numbers.
    """
    if not (_mostly_numbers(rows, 3) and _mostly_numbers(rows, 4)):
        return None
    topics: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        topics[row[0]].append(row)
    lists = list(topics.values())
    if all(_counts_on(each) for each in lists):
        longest = max(map(len, lists))
        return Guess("ranking", sure=longest >= LONG) if longest > 2 else EITHER
    repeats = any(len({row[3] for row in each}) < len(each) for each in lists)
    if not repeats or len({row[3] for row in rows}) < 2:
        return EITHER
    flat = all(len({row[4] for row in each}) == 1 for each in lists)
    return Guess("rj", sure=True) if flat else _by_confidence(rows)


def is_statement(row: Row) -> bool:
    """Return whether a row of four columns can be about a PTKB statement."""
    return len(row) == 4 and bool(SMALL.fullmatch(row[2]))


def _by_confidence(rows: Sequence[Row]) -> Guess:
    sure = [_number(row[4]) for row in rows]
    shares = all(value is not None and 0 <= value <= 1 for value in sure)
    return Guess("rj", also=("ranking",)) if shares else EITHER


def _counts_on(rows: Sequence[Row]) -> bool:
    """Return whether the fourth column of a topic's rows counts 1, 2, 3, or from 0."""
    first = 0 if rows[0][3] == "0" else 1
    return [row[3] for row in rows] == [str(first + n) for n in range(len(rows))]


def _mostly_numbers(rows: Sequence[Row], column: int) -> bool:
    numbers = [row for row in rows if _number(row[column]) is not None]
    return 2 * len(numbers) > len(rows)


def _number(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None
