"""Imports of boards of runs: scores in two columns, or ranks in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils import timezone

from assess.analysis.boards.forms import BoardImportForm
from assess.analysis.models import ImportedBoard
from runs.imports.arrival import LONGEST_TAG, Incoming, Refused, Unchanged
from runs.imports.put_away import refuse_twins
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.assignments import read_aliases
from runs.kernel.formats.boards import BoardRow, is_of_ranks, read_board
from runs.models import Run

ENDINGS = (".gz", ".tsv", ".csv", ".txt", ".json")


@dataclass(frozen=True)
class BoardPlan:
    """A checked board, before it lands; there: the board that it replaces, if any."""

    name: str
    scores: list[list[Any]]
    lower_is_better: bool
    there: ImportedBoard | None


class BoardImporter:
    """Imports one board, whose runs need not be in the track."""

    def check(self, incoming: Incoming) -> BoardPlan:
        """Read every run; add a note for each that the track does not have."""
        aliases = _aliases(incoming)
        incoming.report.raise_if_errors()
        rows = self._read(incoming, aliases)
        known = set(
            Run.objects.visible()
            .filter(track=incoming.track)
            .values_list("name", flat=True)
        )
        for number, row in enumerate(rows, start=1):
            incoming.note_long(row.line, "run", row.name, LONGEST_TAG)
            incoming.note_many(row.line, "run", number, "runs")
            if row.run_tag not in known:
                incoming.notes.add("unknown_run", row.line, "run", row.run_tag)
        incoming.report.raise_if_errors()
        with incoming.open() as source:
            lower = incoming.flag("lower_is_better") or is_of_ranks(source)
        scores = [[row.name, row.run_tag, row.score] for row in rows]
        return _planned(incoming, scores, lower_is_better=lower)

    def _read(self, incoming: Incoming, aliases: dict[str, str]) -> list[BoardRow]:
        with incoming.open() as source:
            return list(
                read_board(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    aliases=aliases,
                    limit=incoming.limit,
                )
            )

    def write(self, incoming: Incoming, plan: BoardPlan) -> dict[str, int]:
        """Return the number of runs; land() writes the board, which is one row."""
        return {"runs": len(plan.scores)}

    def land(self, incoming: Incoming, plan: BoardPlan) -> None:
        """Create the board, or give the earlier one the file's scores."""
        board = plan.there or ImportedBoard(track=incoming.track, name=plan.name)
        board.scores, board.sha256 = plan.scores, incoming.row.sha256
        board.lower_is_better, board.at = plan.lower_is_better, timezone.now()
        board.save()

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is written before it lands."""


def _aliases(incoming: Incoming) -> dict[str, str]:
    text = incoming.param("aliases")
    if not text:
        return {}
    rows = read_aliases(BytesIO(text.encode()), "aliases", report=incoming.report)
    return {row.alias: row.run_tag for row in rows}


def _planned(
    incoming: Incoming, scores: list[list[Any]], *, lower_is_better: bool
) -> BoardPlan:
    name = incoming.param("name") or _stem(incoming.row.filename)
    incoming.note_long(None, "name", name, LONGEST_TAG)
    there = ImportedBoard.objects.filter(track=incoming.track, name=name).first()
    if there is None:
        refuse_twins(incoming, "board", [name])
        boards = ImportedBoard.objects.filter(track=incoming.track).count()
        incoming.note_many(None, "name", boards + 1, "conditions")
        incoming.report.raise_if_errors()
    elif (there.scores, there.lower_is_better) == (scores, lower_is_better):
        raise Unchanged
    elif not incoming.flag("replace"):
        raise Refused(
            f"There is a board {name} with other scores. {incoming.to_replace} to give "
            "it these, or give these another name."
        )
    return BoardPlan(name, scores, lower_is_better, there)


def _stem(filename: str) -> str:
    for ending in ENDINGS:
        filename = filename.removesuffix(ending)
    return filename


BOARD = register(
    ImportKind(
        name="board",
        title="Board of runs",
        hint="A ranking of runs from elsewhere. One run per line: run, tab, score; or "
        "JSON with the rank of each run.",
        turn=56,
        after="After the runs.",
        form=BoardImportForm,
        importer=BoardImporter(),
    )
)
