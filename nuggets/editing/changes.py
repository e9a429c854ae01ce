"""Changes of a list since its draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from nuggets.kernel.changes import (
    Change,
    Descents,
    Step,
    compare,
    line_from,
    line_of,
    moved,
)
from nuggets.kernel.passages import Piece
from nuggets.kernel.word_diff import diff_words
from nuggets.models import BankVersion, Descent, Edit, Listing, Nugget

ORDER = ("new", "rewritten", "split", "merged", "dropped", "kept")
IMPORTANCE, MAPPING, PLACE = "importance changed", "mapping changed", "moved"
Texts = Mapping[int, str]


class LineStep(NamedTuple):
    """One step of a nugget's descent in words."""

    text: str
    relation: str
    parents: tuple[str, ...]


class ChangeRow(NamedTuple):
    """One change with the texts of both sides; `old` and `new` are these in pieces.

    `importance` and `mapping` contain "vital → okay" and the like, `place` "7 → 2", if
    one nugget became one and they differ, else "". `line` is the descent from the draft
    if it has several steps, the latest first.
    """

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    old: list[list[Piece]]
    new: list[list[Piece]]
    importance: str = ""
    mapping: str = ""
    place: str = ""
    line: tuple[LineStep, ...] = ()


class _ListedNugget(NamedTuple):
    """A list's data about a nugget other than its text; `number` from 1."""

    number: int
    importance: str
    subnarrative: int | None
    title: str | None


Lists = tuple[
    Mapping[int, _ListedNugget], Mapping[int, _ListedNugget]
]  # the draft, and now


class Changes(NamedTuple):
    """Every change in the list's order, dropped last, and the count of each kind."""

    rows: tuple[ChangeRow, ...]
    counts: dict[str, int]


def draft_of(version: BankVersion) -> BankVersion | None:
    """Return the version of another bank from which a version descends, if any."""
    at = version.parent
    while at is not None and at.bank_id == version.bank_id:
        at = at.parent
    return at


def read_changes(version: BankVersion, *, draft_importance: bool = False) -> Changes:
    """Return the changes of the draft's nuggets; without a draft all are new.

    draft_importance: whether the draft's importance counts if the editor did not see
    it, as for organizers.
    """
    draft = draft_of(version)
    before = _listed(draft) if draft else {}
    now = _listed(version)
    if not (draft_importance or version.bank.importance_shown):
        before = {pk: row._replace(importance="") for pk, row in before.items()}
    descent = _descent(version, now)
    found = compare([*before], [*now], descent)
    lines = [_line(change, before, descent) for change in found]
    texts = _texts(found, lines)
    strayed = _strayed(found, before)
    rows = tuple(
        ChangeRow(
            change.what,
            *_both_sides(change, texts),
            *_differences(change, (before, now), strayed),
            tuple(_in_words(step, texts) for step in line),
        )
        for change, line in zip(found, lines, strict=True)
    )
    return Changes(rows, _counts(rows))


def _listed(version: BankVersion) -> dict[int, _ListedNugget]:
    rows = Listing.objects.filter(version=version).order_by("position", "pk")
    fields = ("importance", "subnarrative_id", "subnarrative__text")
    found = rows.values_list("nugget_id", *fields)
    return {
        nugget: _ListedNugget(number, *rest)
        for number, (nugget, *rest) in enumerate(found, start=1)
    }


def _descent(version: BankVersion, listed: Iterable[int]) -> Descents:
    """Return the descent of listed nuggets, and of all ever in this bank's list."""
    edits = Edit.objects.filter(
        version__bank=version.bank_id, version__topic=version.topic_id
    )
    snapshots = edits.values_list("after", flat=True)
    stood = {*listed, *(row[0] for snapshot in snapshots for row in snapshot)}
    links = Descent.objects.filter(child__topic=version.topic_id).order_by("pk")
    descent: dict[int, list[tuple[int, str]]] = {}
    for child, parent, relation in links.values_list("child", "parent", "relation"):
        if child in stood:
            descent.setdefault(child, []).append((parent, relation))
    return descent


def _line(
    change: Change, before: Mapping[int, _ListedNugget], descent: Descents
) -> list[Step]:
    """Return a change's steps if the two columns do not show them."""
    if change.what == "dropped":
        return line_from(change.before[0], descent, descent)
    steps = [
        step for nugget in change.after for step in line_of(nugget, before, descent)
    ]
    found = list(dict.fromkeys(steps))
    told = all(set(step.parents) <= set(change.before) for step in found)
    return [] if told else found


def _texts(changes: Iterable[Change], lines: Iterable[Iterable[Step]]) -> Texts:
    used = {pk for change in changes for pk in (*change.before, *change.after)}
    for line in lines:
        used.update(pk for step in line for pk in (step.nugget, *step.parents))
    return dict(Nugget.objects.filter(pk__in=used).values_list("pk", "text"))


def _in_words(step: Step, texts: Texts) -> LineStep:
    parents = tuple(texts[parent] for parent in step.parents)
    return LineStep(texts[step.nugget], step.relation, parents)


def _both_sides(
    change: Change, texts: Texts
) -> tuple[tuple[str, ...], tuple[str, ...], list[list[Piece]], list[list[Piece]]]:
    before = tuple(texts[pk] for pk in change.before)
    after = tuple(texts[pk] for pk in change.after)
    return before, after, *diff_words(before, after)


def _strayed(
    changes: Iterable[Change], before: Mapping[int, _ListedNugget]
) -> set[int]:
    """Return the draft's nuggets that are out of the draft's order now."""
    order = [c.before[0] for c in changes if len(c.before) == len(c.after) == 1]
    numbers = moved([before[nugget].number for nugget in order])
    return {nugget for nugget in order if before[nugget].number in numbers}


def _differences(
    change: Change, lists: Lists, strayed: set[int]
) -> tuple[str, str, str]:
    """Return the changes of importance, mapping and place; "" unless one became one."""
    if not len(change.before) == len(change.after) == 1:
        return "", "", ""
    before, now = lists
    old, new = before[change.before[0]], now[change.after[0]]
    importance = mapping = place = ""
    if old.importance != new.importance:
        none = "no importance"
        importance = f"{old.importance or none} → {new.importance or none}"
    if old.subnarrative != new.subnarrative:
        mapping = f"{old.title or 'unmapped'} → {new.title or 'unmapped'}"
    if change.before[0] in strayed:
        place = f"{old.number} → {new.number}"
    return importance, mapping, place


def _counts(rows: Iterable[ChangeRow]) -> dict[str, int]:
    whats = [row.what for row in rows]
    counts = {name: whats.count(name) for name in ORDER}
    counts[IMPORTANCE] = sum(bool(row.importance) for row in rows)
    counts[MAPPING] = sum(bool(row.mapping) for row in rows)
    counts[PLACE] = sum(bool(row.place) for row in rows)
    return counts
