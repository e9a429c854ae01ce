"""A version's list of nuggets as a plain value: every operation returns a new list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class NotListed(LookupError):
    """The list has no such nugget."""


class Row(NamedTuple):
    """A nugget's place, by row numbers; importance is vital, okay or ""."""

    nugget: int
    importance: str = ""
    subnarrative: int | None = None
    details: Mapping[str, Any] = {}


Rows = tuple[Row, ...]


def place_of(rows: Rows, nugget: int) -> int:
    """Return the place of a nugget, from 0; raise NotListed."""
    for place, row in enumerate(rows):
        if row.nugget == nugget:
            return place
    raise NotListed(nugget)


def insert(rows: Rows, row: Row, *, after: int | None = None) -> Rows:
    """Return the list with a row inserted after a nugget's; at the end for None."""
    place = len(rows) if after is None else place_of(rows, after) + 1
    return (*rows[:place], row, *rows[place:])


def remove(rows: Rows, nugget: int) -> Rows:
    """Return the list without a nugget."""
    place = place_of(rows, nugget)
    return rows[:place] + rows[place + 1 :]


def replace(rows: Rows, nugget: int, *, by: Sequence[int]) -> Rows:
    """Return the list with other nuggets in a nugget's place; they copy its row."""
    place = place_of(rows, nugget)
    new = tuple(rows[place]._replace(nugget=other) for other in by)
    return (*rows[:place], *new, *rows[place + 1 :])


def merge(rows: Rows, nuggets: Sequence[int], *, into: int) -> Rows:
    """Return the list with one nugget in the place of the topmost of several.

    It is vital if any of them is, else okay if any of them is, and has the first
    sub-narrative among them from the top.
    """
    places = sorted(place_of(rows, nugget) for nugget in nuggets)
    parts = [rows[place] for place in places]
    given = {part.importance for part in parts}
    merged = Row(
        into,
        next((value for value in ("vital", "okay") if value in given), ""),
        next((p.subnarrative for p in parts if p.subnarrative is not None), None),
        parts[0].details,
    )
    gone = {part.nugget for part in parts[1:]}
    top = parts[0].nugget
    return tuple(
        merged if row.nugget == top else row for row in rows if row.nugget not in gone
    )


def move(rows: Rows, nugget: int, *, to: int) -> Rows:
    """Return the list with a nugget moved to a place from 0, at most to the ends."""
    row = rows[place_of(rows, nugget)]
    rest = remove(rows, nugget)
    place = min(max(to, 0), len(rest))
    return (*rest[:place], row, *rest[place:])


def shift(rows: Rows, nugget: int, *, by: int) -> Rows:
    """Return the list with a nugget moved up (negative) or down by some places."""
    return move(rows, nugget, to=place_of(rows, nugget) + by)


def with_importance(rows: Rows, nugget: int, importance: str) -> Rows:
    """Return the list with one nugget's importance set: vital, okay or ""."""
    row = rows[place_of(rows, nugget)]
    return _put(rows, row._replace(importance=importance))


def mapped(rows: Rows, nugget: int, subnarrative: int | None) -> Rows:
    """Return the list with one nugget mapped to a sub-narrative; None for none."""
    row = rows[place_of(rows, nugget)]
    return _put(rows, row._replace(subnarrative=subnarrative))


RELATIONS = ("same", "covers", "covered")
LINK = "link"  # among a row's details


class Link(NamedTuple):
    """What a person said of two nuggets: by public id, the other one.

    relation: "same", "covers" (the nugget says all of the other) or "covered".
    """

    other: str
    relation: str


def linked(rows: Rows, nugget: int, link: Link | None) -> Rows:
    """Return the list with one nugget linked to another one; None for no link."""
    row = rows[place_of(rows, nugget)]
    rest = {name: value for name, value in row.details.items() if name != LINK}
    own = {} if link is None else {LINK: link._asdict()}
    return _put(rows, row._replace(details={**rest, **own}))


def link_in(details: Mapping[str, Any]) -> Link | None:
    """Return the link among a row's details; None if there is none that is valid."""
    found = details.get(LINK)
    if not isinstance(found, Mapping):
        return None
    other, relation = found.get("other"), found.get("relation")
    if not isinstance(other, str) or relation not in RELATIONS:
        return None
    return Link(other, relation)


def _put(rows: Rows, new: Row) -> Rows:
    return tuple(new if row.nugget == new.nugget else row for row in rows)


def written(rows: Rows) -> list[list[Any]]:
    """Return a list as a snapshot: [nugget, importance, sub-narrative, details]."""
    return [[*row[:3], dict(row.details)] for row in rows]


def read(snapshot: Iterable[Sequence[Any]]) -> Rows:
    """Return the list in a snapshot."""
    return tuple(Row(*fields) for fields in snapshot)


def touched(before: Rows, after: Rows) -> int | None:
    """Return the nugget to select after a change; None if the list is empty.

    That is the first one new or changed; else the first that moved; else the one in the
    place of a dropped one.
    """
    old = {row.nugget: row for row in before}
    for row in after:
        if old.get(row.nugget) != row:
            return row.nugget
    for place, row in enumerate(after):
        if before[place].nugget != row.nugget:
            return row.nugget
    return after[-1].nugget if after else None


def follow(nugget: int, steps: Iterable[tuple[Rows, Rows]]) -> int:
    """Return the successor of a nugget after (list before, list after) in order.

    Its name refers to what replaced it: of several, its own earlier self, as when a
    merge is undone, else the first. A dropped nugget keeps its own name, and may come
    back.
    """
    been = [nugget]
    for before, after in steps:
        old = {row.nugget for row in before}
        new = [row.nugget for row in after]
        if been[-1] in old and been[-1] not in new:
            came = [other for other in new if other not in old]
            back = [one for one in reversed(been) if one in came]
            been += (back or came)[:1]
    return been[-1]


def capped(
    nuggets: Sequence[T], cap: int | None, *, vital: Callable[[T], bool]
) -> list[T]:
    """Return the first cap nuggets, vital first, otherwise in their order (P1 3.1).

    cap None keeps all, in that same order.
    """
    ordered = sorted(nuggets, key=lambda nugget: not vital(nugget))
    return ordered if cap is None else ordered[:cap]
