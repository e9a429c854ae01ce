"""Rows that occur twice in a file: with one value a warning, with two an error."""

from collections.abc import Hashable

from runs.kernel.checks.findings import Notes


class Repeats:
    """Stores the first value of each key."""

    def __init__(self, notes: Notes) -> None:
        """Note repeated rows in `notes`."""
        self._notes = notes
        self._first: dict[Hashable, tuple[int, object]] = {}

    def is_first(self, key: Hashable, value: object, line: int) -> bool:
        """Return whether the key is new; note the row if it is not."""
        row = (line, value)
        first = self._first.setdefault(key, row)
        if first is row:
            return True
        kind = "duplicate_row" if first[1] == value else "contradicting_row"
        expected = f"{first[1]}, as in line {first[0]}"
        self._notes.add(kind, line, "", str(value), expected)
        return False
