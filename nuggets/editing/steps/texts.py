"""Edit texts: reword, split, merge; each new text is a nugget with its descent."""

from __future__ import annotations

from collections.abc import Sequence

from nuggets.banks.actions import Entry, SegmentSpan, create_nuggets
from nuggets.editing.steps.step import Edited, take_step
from nuggets.kernel import listing
from nuggets.kernel.listing import Rows
from nuggets.models import BankVersion, Descent, Nugget, NuggetSource
from runs.actions.acts import Act


def reword_nugget(version: BankVersion, nugget: int, text: str, *, act: Act) -> Edited:
    """Reword a nugget: a new nugget in its place, descended from it.

    If it, or a nugget from which it was reworded, had this text before, that nugget
    comes back with its labels.
    """

    def change(rows: Rows) -> Rows:
        others = {row.nugget for row in listing.remove(rows, nugget)}
        successor = _earlier(nugget, text)
        if successor is None or successor in others:
            (successor,) = _descend(
                version, [nugget], [text], Descent.REWORDED, act=act
            )
        return listing.replace(rows, nugget, by=[successor])

    return take_step(version, "reword", change, act=act)


def split_nugget(
    version: BankVersion, nugget: int, texts: Sequence[str], *, act: Act
) -> Edited:
    """Replace a nugget by several."""

    def change(rows: Rows) -> Rows:
        made = _descend(version, [nugget], texts, Descent.SPLIT, act=act)
        return listing.replace(rows, nugget, by=made)

    return take_step(version, "split", change, act=act)


def merge_nuggets(
    version: BankVersion, nuggets: Sequence[int], text: str, *, act: Act
) -> Edited:
    """Replace several nuggets by one, in the place of the topmost."""

    def change(rows: Rows) -> Rows:
        (made,) = _descend(version, nuggets, [text], Descent.MERGED, act=act)
        return listing.merge(rows, nuggets, into=made)

    return take_step(version, "merge", change, act=act)


def _earlier(nugget: int, text: str) -> int | None:
    """Return the nearest nugget in the line of rewording that has exactly this text."""
    at: int | None = nugget
    while at is not None:
        found = Nugget.objects.filter(pk=at, text=text).exists()
        if found:
            return at
        at = (
            Descent.objects.filter(child=at, relation=Descent.REWORDED)
            .values_list("parent", flat=True)
            .first()
        )
    return None


def _descend(
    version: BankVersion,
    parents: Sequence[int],
    texts: Sequence[str],
    relation: str,
    *,
    act: Act,
) -> list[int]:
    """Create nuggets that descend from others and share their sources."""
    fields = ("segment_id", "start", "end")
    rows = NuggetSource.objects.filter(nugget__in=parents).values_list(*fields)
    sources = [SegmentSpan(*row) for row in dict.fromkeys(rows.order_by("pk"))]
    entries = [
        Entry(text, sources=sources, parents=parents, relation=relation)
        for text in texts
    ]
    return create_nuggets(version.topic, entries, by=act.by)
