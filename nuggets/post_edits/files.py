"""The changes of one topic's list as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.cells import Cells
from nuggets.editing.changes import Changes

HEADS = ("change", "draft", "list", "importance", "mapping", "place")


def change_lines(changes: Changes, cells: Cells) -> Iterator[str]:
    """Yield a line for each change; several nuggets of a side are lines of one cell."""
    yield cells.line(HEADS)
    for row in changes.rows:
        texts = ("\n".join(side) for side in (row.before, row.after))
        yield cells.line([row.what, *texts, row.importance, row.mapping, row.place])
