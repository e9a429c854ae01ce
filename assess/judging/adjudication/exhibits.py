"""What an adjudicator is shown of a disputed item, declared by each kind of label."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from assess.judging.kinds import Kind
from assess.judging.models import Allocation
from runs.models import Track

PREFIX = "disputed_"  # of what the work is called in the registry of screens


class DisputeSide(NamedTuple):
    """What one judge said, by a letter in place of the name.

    `quotes` are the words that the judge highlighted, `ticks` the sub-narratives. A
    panel's has the labels behind it, without a letter, as `members`.
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
    """One disputed item of some work: its parts by name, and what its judges said."""

    work: Allocation
    parts: Mapping[str, int]  # row numbers
    sides: list[DisputeSide]


@dataclass(frozen=True)
class Exhibit:
    """How the items of one kind are shown to their adjudicator.

    `about` is the lookup from a label to the words that name its item. `template`
    begins the names of two templates: what stands beside the item, and the item;
    `shown` returns what they show. `text` returns the text that highlights are of, ""
    where there are none. `behind` returns the organizers' page of an item by the
    public ids of its parts, "" for none. `has_marks`: values are shown by their marks,
    not as they are stored. `turn` is the place of its work among all work.
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
        """Return the template of what stands beside the item."""
        return f"{self.template}_beside.html"

    @property
    def item_template(self) -> str:
        """Return the template of the item."""
        return f"{self.template}_item.html"


def without_text(_parts: Mapping[str, int]) -> str:
    """Return no text: nobody highlights in items of this kind."""
    return ""


def work_name(kind: Kind) -> str:
    """Return what the work of adjudicating a kind is called in the registry of screens.

    Never that of the kind: its allocations are other work.
    """
    return f"{PREFIX}{kind.name}"
