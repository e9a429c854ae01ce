"""The table of runs: each gold set with precision, recall and ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Count

from matching.models import ResponseNugget
from matching.personal import chosen_topics
from matching.scores.basis import PAIRS, RESPONSES, Basis
from matching.tables.cache import Both, both_of
from matching.tables.forms import Chosen
from nuggets.models import Bank
from runs.models import Run, Track


class Cell(NamedTuple):
    """A run on one gold set: by pairs and by responses, None where nothing is judged.

    rank: among all runs, and among automatic ones, by recall by pairs, else by
    responses; None without either, and for control runs, such as gold answers.
    """

    pairs: Both | None
    responses: Both | None
    rank: int | None = None
    automatic: int | None = None

    @property
    def turns(self) -> int | None:
        """Return on how many turns its recall is a mean, None without any."""
        by = self.pairs or self.responses
        return by.ours.turns_recall if by else None


class RunRow(NamedTuple):
    """A run, what was found in its responses, and its cells by gold set."""

    run: Run
    found: Mapping[str, int]
    cells: list[Cell]

    @property
    def nuggets(self) -> int:
        """Return how many of its nuggets count."""
        return sum(n for how, n in self.found.items() if how != ResponseNugget.NOT)


class RunTable(NamedTuple):
    """The gold sets with anything judged, and the rows."""

    banks: list[Bank]
    rows: list[RunRow]


def run_table(track: Track, chosen: Chosen) -> RunTable:
    """Return every run on every gold set that a chosen judge decided on."""
    topics = chosen_topics(track, chosen.turns)
    sets = [(bank, *_scores(bank, chosen, topics)) for bank in chosen.banks]
    sets = [each for each in sets if each[1] or each[2]]
    runs = list(Run.objects.visible().filter(track=track).order_by("name"))
    runs = [run for run in runs if any(run.pk in a or run.pk in b for _, a, b in sets)]
    columns = [_ranked(runs, pairs, responses) for _, pairs, responses in sets]
    found = _found(chosen)
    rows = [
        RunRow(run, found.get(run.pk, {}), [column[run.pk] for column in columns])
        for run in runs
    ]
    return RunTable([bank for bank, _, _ in sets], sorted(rows, key=_order))


def _order(row: RunRow) -> tuple[int, str]:
    first = row.cells[0].rank if row.cells else None
    return (first if first is not None else len(row.cells) + 10_000, row.run.name)


def _scores(
    bank: Bank, chosen: Chosen, topics: frozenset[int] | None
) -> tuple[dict[int, Both], dict[int, Both]]:
    pairs: dict[int, Both] = {}
    responses: dict[int, Both] = {}
    if chosen.pairs and chosen.nuggets:
        pairs = both_of(Basis(bank, chosen.pairs, PAIRS, chosen.nuggets, topics))
    if chosen.responses:
        responses = both_of(Basis(bank, chosen.responses, RESPONSES, None, topics))
    return pairs, responses


def _ranked(
    runs: list[Run], pairs: Mapping[int, Both], responses: Mapping[int, Both]
) -> dict[int, Cell]:
    cells = {run.pk: Cell(pairs.get(run.pk), responses.get(run.pk)) for run in runs}
    recalls = {pk: _recall(cell) for pk, cell in cells.items()}
    ranked = {run.pk for run in runs if not run.control}
    automatic = {run.pk for run in runs if run.type == Run.AUTOMATIC} & ranked
    return {
        pk: cell._replace(
            rank=_rank(recalls[pk], [recalls[each] for each in ranked])
            if pk in ranked
            else None,
            automatic=_rank(recalls[pk], [recalls[each] for each in automatic])
            if pk in automatic
            else None,
        )
        for pk, cell in cells.items()
    }


def _recall(cell: Cell) -> float | None:
    by = cell.pairs or cell.responses
    return by.ours.recall if by else None


def _rank(own: float | None, every: list[float | None]) -> int | None:
    if own is None:
        return None
    return 1 + sum(each is not None and each > own for each in every)


def _found(chosen: Chosen) -> dict[int, Counter[str]]:
    """Return how the nuggets of each run's responses were found."""
    counts: dict[int, Counter[str]] = {}
    rows = ResponseNugget.objects.filter(extraction__judge=chosen.nuggets).order_by()
    counted = rows.values_list("response__run", "found").annotate(number=Count("pk"))
    for run, how, number in counted:
        counts.setdefault(run, Counter())[how] += number
    return counts
