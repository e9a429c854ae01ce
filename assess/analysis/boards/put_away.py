"""The registration of imported boards as things to put away."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from assess.analysis.models import ImportedBoard
from runs.models import Import, Track
from runs.put_away.registry import Thing, ThingKind, Ties, page_named, register, tie


def _boards(track: Track) -> QuerySet[ImportedBoard]:
    return ImportedBoard.everything.filter(track=track)


BOARD = register(
    ThingKind(
        name="board",
        title="Board",
        plural="Boards",
        model=ImportedBoard,
        rows=_boards,
        effect="Comparisons do not offer it until it is restored.",
        page=page_named("assess:board"),
        pages="assess:boards",
    )
)


def _made_by(row: Import) -> Iterator[tuple[ThingKind, Thing]]:
    if row.kind == "board" and row.state == Import.LANDED:
        own = ImportedBoard.objects.filter(track=row.track_id, sha256=row.sha256)
        for board in own:
            yield BOARD, board


tie("import", Ties(resting=_made_by))
