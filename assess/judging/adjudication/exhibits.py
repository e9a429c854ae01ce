"""How each kind of label shows a disputed item to its adjudicator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from assess.judging.kinds import Kind
from assess.judging.models import Allocation
from runs.models import Track

PREFIX = "disputed_"  # of the work's name in the registry of screens


class DisputeSide(NamedTuple):
    """The label of one judge, identified by a letter instead of a name.

    `quotes` are the words that the judge highlighted, `ticks` the sub-narratives. For a
    panel, `members` contains the underlying labels, without letters.
    """

    letter: str
    value: str
    label: str
    note: str = ""
    ticks: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    quotes: tuple[str, ...] = ()
    members: tuple[DisputeSide, ...] = ()


class Matter(NamedTuple):
    """One disputed item of some work: its parts by name, and its judges' labels."""

    work: Allocation
    parts: Mapping[str, int]  # row numbers
    sides: list[DisputeSide]


@dataclass(frozen=True)
class Exhibit:
    """How the items of one kind are shown to their adjudicator.

    `about` is the lookup from a label to the words that name its item. `template`
    begins the names of two templates: the column next to the item, and the item;
    `shown` returns their context. `text` returns the text that highlights refer to, ""
    if there is none. `behind` returns the organizers' page of an item by the public ids
    of its parts, "" if there is none. `has_marks`: values are shown by their marks, not
    as stored. `turn` is the position of its work among all work.
    """

    kind: Kind
    about: str
    template: str
    shown: Callable[[Matter], dict[str, Any]]
    text: Callable[[Mapping[str, int]], str]
    behind: Callable[[Track, tuple[UUID, ...]], str]
    turn: int
    has_marks: bool = True

    @property
    def beside_template(self) -> str:
        """Return the template of the column next to the item."""
        return f"{self.template}_beside.html"

    @property
    def item_template(self) -> str:
        """Return the template of the item."""
        return f"{self.template}_item.html"


def without_text(_parts: Mapping[str, int]) -> str:
    """Return "": items of this kind have no highlights."""
    return ""


def work_name(kind: Kind) -> str:
    """Return the name under which adjudicating a kind is registered as a screen.

    It differs from the kind's name, because its allocations are other work.
    """
    return f"{PREFIX}{kind.name}"
