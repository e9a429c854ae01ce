"""Codecs: how a column's value is written to an archive, and read and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Row = Mapping[str, Any]


class BadValue(ValueError):
    """A value that is invalid for its column; the message says what was expected."""


class Numbers(Protocol):
    """The line numbers of rows in an archive."""

    def number(self, table: str, pk: int) -> int:
        """Return the line number of a database row."""


class Places(Protocol):
    """The database rows of an archive's lines."""

    def pk(self, table: str, number: int) -> int:
        """Return the row of a line; raise BadValue if there is no such line."""


Write = Callable[[Any, Row, Numbers], Any]


Read = Callable[[Any, Row, Places], Any]


@dataclass(frozen=True)
class Codec:
    """How a column is written (None: unchanged) and read, and the tables it refers to.

    `read` raises BadValue.
    """

    read: Read
    write: Write | None = None
    points_to: tuple[str, ...] = ()
