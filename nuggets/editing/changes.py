"""What changed in a list since the draft that it came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nuggets.kernel.listing import Change, compare
from nuggets.models import BankVersion, Descent, Listing, Nugget

ORDER = ("new", "reworded", "split", "merged", "dropped", "kept")
IMPORTANCE, MAPPING = "importance changed", "mapping changed"


class ChangeRow(NamedTuple):
    """One change with the texts on both sides.

    `importance` and `mapping` say "vital → okay" and the like where one nugget that
    became one differs in them, else "".
    """

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    importance: str = ""
    mapping: str = ""


class _Listed(NamedTuple):
    """What a list says of a nugget beside its text."""

    importance: str
    subnarrative: int | None
    title: str | None


class Changes(NamedTuple):
    """Every change in the list's order, dropped last, and how many of each kind."""

    rows: tuple[ChangeRow, ...]
    counts: dict[str, int]


def draft_of(version: BankVersion) -> BankVersion | None:
    """Return the version of another bank that a version goes back to, if any."""
    at = version.parent
    while at is not None and at.bank_id == version.bank_id:
        at = at.parent
    return at


def read_changes(version: BankVersion) -> Changes:
    """Return what became of the draft's nuggets; without a draft all are new."""
    draft = draft_of(version)
    before = _listed(draft) if draft else {}
    now = _listed(version)
    if not version.bank.importance_shown:
        before = {pk: row._replace(importance="") for pk, row in before.items()}
    descent: dict[int, list[tuple[int, str]]] = {}
    links = Descent.objects.filter(child__topic=version.topic_id).order_by("pk")
    for child, parent, relation in links.values_list("child", "parent", "relation"):
        descent.setdefault(child, []).append((parent, relation))
    found = compare([*before], [*now], descent)
    used = {pk for change in found for pk in (*change.before, *change.after)}
    texts = dict(Nugget.objects.filter(pk__in=used).values_list("pk", "text"))
    rows = tuple(
        ChangeRow(
            change.what,
            tuple(texts[pk] for pk in change.before),
            tuple(texts[pk] for pk in change.after),
            *_differences(change, before, now),
        )
        for change in found
    )
    whats = [row.what for row in rows]
    counts = {name: whats.count(name) for name in ORDER}
    counts[IMPORTANCE] = sum(bool(row.importance) for row in rows)
    counts[MAPPING] = sum(bool(row.mapping) for row in rows)
    return Changes(rows, counts)


def _listed(version: BankVersion) -> dict[int, _Listed]:
    rows = Listing.objects.filter(version=version).order_by("position", "pk")
    fields = ("importance", "subnarrative_id", "subnarrative__text")
    found = rows.values_list("nugget_id", *fields)
    return {nugget: _Listed(*rest) for nugget, *rest in found}


def _differences(
    change: Change, before: Mapping[int, _Listed], now: Mapping[int, _Listed]
) -> tuple[str, str]:
    """Return how importance and mapping differ; "" unless one nugget became one."""
    if not len(change.before) == len(change.after) == 1:
        return "", ""
    old, new = before[change.before[0]], now[change.after[0]]
    importance = mapping = ""
    if old.importance != new.importance:
        none = "no importance"
        importance = f"{old.importance or none} → {new.importance or none}"
    if old.subnarrative != new.subnarrative:
        mapping = f"{old.title or 'unmapped'} → {new.title or 'unmapped'}"
    return importance, mapping
