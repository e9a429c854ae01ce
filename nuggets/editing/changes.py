"""What changed in a list since the draft that it came from."""

from __future__ import annotations

from typing import NamedTuple

from nuggets.kernel.listing import compare
from nuggets.models import BankVersion, Descent, Listing, Nugget

ORDER = ("new", "reworded", "split", "merged", "dropped", "kept")


class ChangeRow(NamedTuple):
    """One change with the texts on both sides."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Changes(NamedTuple):
    """Every change in the list's order, dropped last, and how many of each."""

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
    before = _listed(draft) if draft else []
    descent: dict[int, list[tuple[int, str]]] = {}
    links = Descent.objects.filter(child__topic=version.topic_id).order_by("pk")
    for child, parent, relation in links.values_list("child", "parent", "relation"):
        descent.setdefault(child, []).append((parent, relation))
    found = compare(before, _listed(version), descent)
    used = {pk for change in found for pk in (*change.before, *change.after)}
    texts = dict(Nugget.objects.filter(pk__in=used).values_list("pk", "text"))
    rows = tuple(
        ChangeRow(
            change.what,
            tuple(texts[pk] for pk in change.before),
            tuple(texts[pk] for pk in change.after),
        )
        for change in found
    )
    whats = [row.what for row in rows]
    return Changes(rows, {name: whats.count(name) for name in ORDER})


def _listed(version: BankVersion) -> list[int]:
    rows = Listing.objects.filter(version=version).order_by("position", "pk")
    return list(rows.values_list("nugget_id", flat=True))
