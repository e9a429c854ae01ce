"""The maximum number of rows of each type in a track, so that every page is finite."""

from collections.abc import Mapping
from typing import NamedTuple

from runs.kernel.tables import Table


class Limit(NamedTuple):
    """The default if a profile sets none, and the highest permitted value."""

    default: int
    highest: int


class TooMany(ValueError):
    """A list has as many entries as its track permits; the message says how many."""


LIMITS: Mapping[str, Limit] = {
    # In a track
    "topics": Limit(1_000, 2_000),
    "runs": Limit(300, 600),
    "judges": Limit(300, 600),
    "banks": Limit(100, 300),
    "conditions": Limit(300, 600),
    # In a conversation
    "turns": Limit(100, 500),
    "statements": Limit(200, 500),
    # On a topic
    "nuggets": Limit(500, 1_000),
    "subnarratives": Limit(100, 300),
    "rows": Limit(10_000, 100_000),  # of one ranked list
    "labels": Limit(20_000, 100_000),  # segments graded by one judge
    # In a response
    "sentences": Limit(400, 1_000),
    "citations": Limit(20, 100),  # of one sentence
    "references": Limit(400, 1_000),
    # Characters
    "text": Limit(20_000, 100_000),  # of anything but a segment
    "list_text": Limit(200_000, 1_000_000),  # of a list that a page shows whole
    "title": Limit(2_000, 10_000),
    "passage": Limit(1_000_000, 4_000_000),  # of a segment
}


PLACES = {
    "judges": "judges",
    "banks": "banks",
    "conditions": "conditions",
    "nuggets": "nuggets on a topic",
    "subnarratives": "sub-narratives on a topic",
}


def check_room(limits: Mapping[str, int], what: str, number: int) -> None:
    """Raise TooMany if a list that people extend would exceed its limit."""
    if number > limits[what]:
        most = f"{limits[what]:,} {PLACES[what]}"
        raise TooMany(f"The list is full: the track takes at most {most}.")


def read_limits(table: Table) -> dict[str, int]:
    """Return every limit: the table's own, else the default."""
    return {name: _read(table, name, limit) for name, limit in LIMITS.items()}


def _read(table: Table, name: str, limit: Limit) -> int:
    given = table.optional_integer(name)
    if given is not None and given > limit.highest:
        table.refuse(name, f"must be at most {limit.highest:,}")
    return limit.default if given is None else given
