"""A guess of a file's kind."""

from typing import NamedTuple


class Guess(NamedTuple):
    """A type of file; sure: no valid file of another type looks like this.

    also: other kinds that are equally possible.
    """

    kind: str
    sure: bool = False
    also: tuple[str, ...] = ()
