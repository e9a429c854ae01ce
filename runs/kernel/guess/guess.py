"""A guess at what kind of file something is."""

from typing import NamedTuple


class Guess(NamedTuple):
    """A kind of file; sure: no right file of another kind looks so.

    also: kinds that it could be just as well.
    """

    kind: str
    sure: bool = False
    also: tuple[str, ...] = ()
