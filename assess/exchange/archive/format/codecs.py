"""How a value of a column is written into an archive, and read and checked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Row = Mapping[str, Any]


class BadValue(ValueError):
    """A value that its column cannot hold; the message says what was expected."""


class Numbers(Protocol):
    """Where rows stand in an archive."""

    def number(self, table: str, pk: int) -> int:
        """Return the line of a row of the database."""


class Places(Protocol):
    """Which rows of the database an archive's lines are."""

    def pk(self, table: str, number: int) -> int:
        """Return the row of a line; raise BadValue where there is no such line."""


Write = Callable[[Any, Row, Numbers], Any]


Read = Callable[[Any, Row, Places], Any]


@dataclass(frozen=True)
class Codec:
    """How a column is written (None: as it is) and read; the tables it names rows of.

    `read` raises BadValue.
    """

    read: Read
    write: Write | None = None
    points_to: tuple[str, ...] = ()
