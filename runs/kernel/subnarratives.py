"""A topic's list of sub-narratives as a value: each operation returns a new one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from runs.kernel.formats.nuggets import fold_subnarrative


class NotListed(LookupError):
    """The list has no such sub-narrative."""


class TwinWording(ValueError):
    """Two sub-narratives would have the same wording."""


class Row(NamedTuple):
    """One sub-narrative by its uuid; importance is vital, okay or ""."""

    uuid: str
    text: str
    importance: str = ""


Rows = tuple[Row, ...]


def place_of(rows: Rows, uuid: str) -> int:
    """Return the place of a sub-narrative, from 0; raise NotListed."""
    for place, row in enumerate(rows):
        if row.uuid == uuid:
            return place
    raise NotListed(uuid)


def insert(rows: Rows, row: Row, *, after: str | None = None) -> Rows:
    """Return the list with a row inserted after another; at the end for None."""
    place = len(rows) if after is None else place_of(rows, after) + 1
    return (*rows[:place], row, *rows[place:])


def remove(rows: Rows, uuid: str) -> Rows:
    """Return the list without a sub-narrative."""
    place = place_of(rows, uuid)
    return rows[:place] + rows[place + 1 :]


def shift(rows: Rows, uuid: str, *, by: int) -> Rows:
    """Return the list with a row moved up (negative) or down, at most to the ends."""
    place = place_of(rows, uuid)
    rest = remove(rows, uuid)
    to = min(max(place + by, 0), len(rest))
    return (*rest[:to], rows[place], *rest[to:])


def with_text(rows: Rows, uuid: str, text: str) -> Rows:
    """Return the list with a reworded sub-narrative."""
    place = place_of(rows, uuid)
    return (*rows[:place], rows[place]._replace(text=text), *rows[place + 1 :])


def with_importance(rows: Rows, uuid: str, importance: str) -> Rows:
    """Return the list with one marked as vital or okay, or as neither with ""."""
    place = place_of(rows, uuid)
    changed = rows[place]._replace(importance=importance)
    return (*rows[:place], changed, *rows[place + 1 :])


def check_wordings(rows: Rows) -> None:
    """Raise TwinWording if two rows differ only by quotes, white space and case."""
    folded = [fold_subnarrative(row.text) for row in rows]
    for place, words in enumerate(folded):
        if words in folded[:place]:
            raise TwinWording(rows[place].text)


def rebase(now: Rows, was: Rows, wanted: Rows) -> Rows:
    """Apply the change from `was` to `wanted` to `now`, keeping others' changes.

    If nobody else changed anything, `now` equals `was` and the result is `wanted`. Rows
    that others dropped stay dropped, rows that they added or changed stay as they left
    them, and if they moved anything the order stays theirs.
    """
    old = {row.uuid: row for row in was}
    here = {row.uuid: row for row in now}
    alive = {
        row.uuid: _merged(row, old.get(row.uuid), here.get(row.uuid))
        for row in wanted
        if row.uuid in here or row.uuid not in old
    }
    alive |= {
        row.uuid: row
        for row in now
        if row.uuid not in alive and old.get(row.uuid) != row
    }
    base, other = _order(wanted, alive), _order(now, alive)
    if _order(now, old) != _order(was, here):
        base, other = other, base
    return tuple(alive[uuid] for uuid in _woven(base, other))


def _merged(wanted: Row, was: Row | None, now: Row | None) -> Row:
    if now is None:
        return wanted
    if was is None:
        return now
    return now._replace(
        text=wanted.text if now.text == was.text else now.text,
        importance=wanted.importance
        if now.importance == was.importance
        else now.importance,
    )


def _order(rows: Rows, among: Collection[str]) -> list[str]:
    return [row.uuid for row in rows if row.uuid in among]


def _woven(base: Sequence[str], other: Sequence[str]) -> list[str]:
    """Insert what only `other` contains into `base`, after its predecessor there."""
    found = list(base)
    above = -1
    for uuid in other:
        if uuid not in found:
            found.insert(above + 1, uuid)
        above = found.index(uuid)
    return found


class Difference(NamedTuple):
    """The change of one sub-narrative; `before` and `after` are texts, "" for none.

    what: added, dropped, reworded, vital, okay, open (no importance) or moved.
    """

    what: str
    before: str
    after: str


def differences(before: Rows, after: Rows) -> list[Difference]:
    """Return what differs between two lists, in the later one's order, dropped last."""
    old = {row.uuid: row for row in before}
    new = {row.uuid for row in after}
    found: list[Difference] = []
    for row in after:
        was = old.get(row.uuid)
        if was is None:
            found.append(Difference("added", "", row.text))
            continue
        if was.text != row.text:
            found.append(Difference("reworded", was.text, row.text))
        if was.importance != row.importance:
            what = row.importance or "open"
            found.append(Difference(what, row.text, row.text))
    found += [Difference("moved", text, text) for text in _moved(before, after)]
    found += [
        Difference("dropped", row.text, "") for row in before if row.uuid not in new
    ]
    return found


def _moved(before: Rows, after: Rows) -> list[str]:
    """Return the text of the moved row, if the others kept their order."""
    texts = {row.uuid: row.text for row in after}
    old = [row.uuid for row in before if row.uuid in texts]
    new = _order(after, old)
    if old == new:
        return []
    for uuid in new:
        if [u for u in old if u != uuid] == [u for u in new if u != uuid]:
            return [texts[uuid]]
    return [texts[uuid] for uuid, there in zip(new, old, strict=True) if uuid != there]


def touched(before: Rows, after: Rows) -> str | None:
    """Return the uuid to select after a change; None if the list is empty.

    That is the first one new or changed; else the first that moved; else the one in the
    place of a dropped one.
    """
    old = {row.uuid: row for row in before}
    for row in after:
        if old.get(row.uuid) != row:
            return row.uuid
    for place, row in enumerate(after):
        if before[place].uuid != row.uuid:
            return row.uuid
    return after[-1].uuid if after else None


def written(rows: Rows) -> list[list[str]]:
    """Return a list as a snapshot: [uuid, text, importance]."""
    return [list(row) for row in rows]


def read(snapshot: Iterable[Sequence[str]]) -> Rows:
    """Return the list in a snapshot."""
    return tuple(Row(*fields) for fields in snapshot)
