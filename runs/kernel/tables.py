"""Typed access to a table of settings; all bad keys are reported together."""

from collections.abc import Mapping, Sequence


class BadProfile(ValueError):
    """An unusable profile; `faults` has one sentence for each bad key."""

    def __init__(self, faults: Sequence[str]) -> None:
        """Store the sentences; the message joins them."""
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class Table:
    """A table of settings: bad keys are collected, and a zero is returned for them.

    The zeros are never used: finish() raises first.
    """

    def __init__(
        self, data: object, path: str = "", faults: list[str] | None = None
    ) -> None:
        """Read `data`; a nested table shares its parent's `faults`."""
        self._data = data if isinstance(data, Mapping) else {}
        self._path = path
        self._faults: list[str] = [] if faults is None else faults
        self._used: set[str] = set()
        self._nested: list[Table] = []

    def names(self) -> list[str]:
        """Return the keys."""
        return [str(key) for key in self._data]

    def peek(self, key: str) -> object:
        """Return a raw value, None if there is none."""
        self._used.add(key)
        return self._data.get(key)

    def text(self, key: str) -> str:
        """Return a string that is not empty."""
        value = self.peek(key)
        if isinstance(value, str) and value:
            return value
        self.refuse(key, "must be a string that is not empty")
        return ""

    def optional_text(self, key: str) -> str | None:
        """Return a string, None if there is none."""
        return None if self.peek(key) is None else self.text(key)

    def integer(self, key: str, *, lowest: int = 0, most: int | None = None) -> int:
        """Return a whole number of at least `lowest`, and at most `most` if given."""
        value = self.peek(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < lowest:
            self.refuse(key, f"must be a whole number, {lowest} or more")
        elif most is not None and value > most:
            self.refuse(key, f"must be at most {most:,}")
        else:
            return value
        return lowest

    def optional_integer(self, key: str) -> int | None:
        """Return a whole number from 1 on, None if there is none."""
        return None if self.peek(key) is None else self.integer(key, lowest=1)

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.peek(key)
        if not isinstance(value, bool):
            self.refuse(key, "must be true or false")
        return value is True

    def optional_flag(self, key: str) -> bool:
        """Return true or false, false if there is none."""
        return self.peek(key) is not None and self.flag(key)

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """Return one of `choices`."""
        value = self.peek(key)
        if isinstance(value, str) and value in choices:
            return value
        self.refuse(key, f"must be one of {', '.join(choices)}")
        return choices[0]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings, in order; empty if there is none."""
        value = self.peek(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.refuse(key, "must be a list of strings")
        return ()

    def table(self, key: str) -> "Table":
        """Return a nested table."""
        value = self.peek(key)
        if not isinstance(value, Mapping):
            self.refuse(key, "must be a table")
        return self._nest(value, key)

    def optional_table(self, key: str) -> "Table":
        """Return a nested table, an empty one if there is none."""
        return self._nest({}, key) if self.peek(key) is None else self.table(key)

    def tables(self, key: str) -> list["Table"]:
        """Return a list of nested tables."""
        value = self.peek(key)
        if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
            return [self._nest(row, f"{key}[{i}]") for i, row in enumerate(value)]
        self.refuse(key, "must be a list of tables")
        return []

    def refuse(self, key: str, why: str) -> None:
        """Record a fault of one key."""
        self._faults.append(f"{self._name(key)} {why}")

    def finish(self) -> None:
        """Raise BadProfile if any key here or in a nested table is bad or unknown."""
        self.note_unknown()
        if self._faults:
            raise BadProfile(self._faults)

    def note_unknown(self) -> None:
        """Record the unknown keys, here and in nested tables."""
        for key in self.names():
            if key not in self._used:
                self.refuse(key, "is no setting")
        for table in self._nested:
            table.note_unknown()

    def _nest(self, value: object, key: str) -> "Table":
        table = Table(value, self._name(key), self._faults)
        self._nested.append(table)
        return table

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key
