"""The items of an allocation in their order, and the steps from one to the next."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, NamedTuple, Protocol, TypeVar, cast
from uuid import UUID

from assess.judging.screens import Progress


class NotInThisWork(LookupError):
    """The allocation has no such item."""


class BadDetail(ValueError):
    """A label's details do not fit the work; `field` names the wrong part."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


class Given(NamedTuple):
    """A label's current state: its value, "" if un-judged, and its version."""

    value: str = ""
    version: int = 0


NOTHING = Given()


class Named(Protocol):
    """Anything with a public id."""

    @property
    def uuid(self) -> UUID:
        """Return the public id."""


# Each is Named; a model's field is a descriptor, which a type bound would not accept.
T = TypeVar("T")


class Walk(Generic[T]):
    """An order of items, some with labels still to give; places count from 1."""

    @property
    def items(self) -> tuple[T, ...]:
        """Return the items in the order in which the assessor sees them."""
        raise NotImplementedError

    @property
    def skipped(self) -> frozenset[str]:
        """Return the public names of the skipped items."""
        raise NotImplementedError

    def labels_of(self, item: T) -> list[tuple[str, str]]:
        """Return each label that an item needs: its public name and its value."""
        raise NotImplementedError

    @cached_property
    def progress(self) -> Progress:
        """Return how many of the labels are given."""
        every = [pair for item in self.items for pair in self.labels_of(item)]
        missing = [name for name, value in every if not value]
        skipped = sum(name in self.skipped for name in missing)
        return Progress(len(every) - len(missing), len(every), skipped=skipped)

    def left(self, item: T) -> int:
        """Return how many labels an item still needs, without skipped ones."""
        return sum(
            not value and name not in self.skipped
            for name, value in self.labels_of(item)
        )

    def passed(self, item: T) -> int:
        """Return how many labels of an item were skipped."""
        return sum(
            not value and name in self.skipped for name, value in self.labels_of(item)
        )

    def summary(self) -> list[tuple[int, T, int]]:
        """Return each item with its place, from 1, and how many labels it lacks."""
        return [
            (place, item, self.left(item))
            for place, item in enumerate(self.items, start=1)
        ]

    def first_open(self) -> T | None:
        """Return the first item that lacks a label; None if none does."""
        return next((item for item in self.items if self.left(item)), None)

    def place(self, item: T) -> int:
        """Return an item's place in the order."""
        return self.items.index(item) + 1

    def beside(self, item: T, step: int) -> T | None:
        """Return the item that many steps further; None beyond either end."""
        place = self.items.index(item) + step
        return self.items[place] if 0 <= place < len(self.items) else None

    def next_open(self, item: T) -> T | None:
        """Return the next item that lacks a label; after the last comes the first.

        The given item itself is skipped; None if no other lacks any.
        """
        start = self.place(item)
        others = self.items[start:] + self.items[: start - 1]
        return next((other for other in others if self.left(other)), None)

    def find(self, uuid: UUID) -> T:
        """Return an item by its public id; raise NotInThisWork for any other."""
        for item in self.items:
            if cast(Named, item).uuid == uuid:
                return item
        raise NotInThisWork
