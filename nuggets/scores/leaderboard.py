"""The leaderboard of a condition: every response scored in bulk, then every run."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from assess.scores.scored import OPEN, SCORED, UNANSWERED, Scored
from nuggets.banks.pins import bare_subnarratives
from nuggets.banks.scored import scored_listings
from nuggets.kernel.nugget_scores import METRICS
from nuggets.kernel.run_means import RunMean, Spread, run_mean, spread
from nuggets.models import PinnedSubnarrative
from nuggets.scores.basis import Basis
from nuggets.scores.measures import PRIMARY
from nuggets.scores.scoring import score_nuggets
from runs.models import Response, Run, Topic

LEADING = PRIMARY  # the metric by which leaderboards are sorted


class Cell(NamedTuple):
    """One response's scores, None where undefined; open: not labelled through."""

    response: Response
    scores: dict[str, float | None]
    coverage: float | None
    words: int
    open: bool


class RunRow(NamedTuple):
    """One run of a leaderboard: its means, and its response to each judged topic."""

    run: Run
    means: dict[str, RunMean]  # by metric, and "coverage"
    words: float | None  # mean over the judged topics that it answered
    cells: dict[int, Cell]  # by topic's row number


@dataclass(frozen=True)
class Leaderboard:
    """The scores of all judged runs under one basis, best first.

    `undefined` names, by metric, the judged topics on which nobody has a score;
    `open` the responses with unlabelled nuggets, which have no score yet; `waiting`
    the runs without a single label; `bare` the sub-narratives without a nugget, by
    which coverage does not divide.
    """

    basis: Basis
    topics: list[Topic]
    rows: list[RunRow]
    spreads: dict[str, Spread]
    undefined: dict[str, list[Topic]]
    open: list[Cell]
    waiting: list[Run]
    bare: list[PinnedSubnarrative]

    @property
    def unjudged(self) -> int:
        """Count the responses to judged topics that nobody labelled at all."""
        return sum(
            topic.pk not in row.cells and topic.pk not in row.means["A"].unanswered
            for row in self.rows
            for topic in self.topics
        )

    @property
    def unanswered(self) -> int:
        """Count the judged topics that runs left without a response."""
        return sum(len(row.means["A"].unanswered) for row in self.rows)

    def values(self, metric: str) -> dict[tuple[str, str], float | None]:
        """Return the metric by (run, topic) names; unanswered as the basis says."""
        return {
            (row.run.name, topic.name): counted(row, topic, metric, self.basis)
            for row in self.rows
            for topic in self.topics
            if topic not in self.undefined[metric]
        }


def narrowed(board: Leaderboard, keep: Callable[[Run], bool]) -> Leaderboard:
    """Return the leaderboard of some of its runs, with their own last lines."""
    rows = [row for row in board.rows if keep(row.run)]
    return replace(
        board,
        rows=rows,
        spreads=_spreads(board.topics, rows, board.undefined, board.basis),
        open=[cell for cell in board.open if keep(cell.response.run)],
        waiting=[run for run in board.waiting if keep(run)],
    )


def leaderboard(basis: Basis) -> Leaderboard:
    """Score every visible run of the track under a basis."""
    scored = score_nuggets(basis)
    listings = scored_listings(basis.bank)
    topics = list(scored.topics)
    undefined = {
        measure.name: [
            topic for topic, there in zip(topics, grounds, strict=True) if not there
        ]
        for measure, grounds in zip(scored.measures, scored.grounds, strict=True)
    }
    rows = sorted(_rows(basis, scored, undefined), key=_rank)
    return Leaderboard(
        basis=basis,
        topics=topics,
        rows=rows,
        spreads=_spreads(topics, rows, undefined, basis),
        undefined=undefined,
        open=[cell for row in rows for cell in row.cells.values() if cell.open],
        waiting=list(scored.waiting),
        bare=bare_subnarratives([topic.pk for topic in topics], listings),
    )


def _rows(
    basis: Basis, scored: Scored, undefined: Mapping[str, Collection[Topic]]
) -> Iterator[RunRow]:
    responses = _responses(scored)
    for place, run in enumerate(scored.runs):
        cells: dict[int, Cell] = {}
        answered: dict[int, None] = {}
        for column, topic in enumerate(scored.topics):
            state = scored.states[place, column]
            if state != UNANSWERED:
                answered[topic.pk] = None
            if state in (SCORED, OPEN):
                response = responses[run.pk, topic.pk]
                values = scored.values[:, place, column].tolist()
                cells[topic.pk] = _cell(response, scored, values, is_open=state == OPEN)
        yield _row(
            basis, run, scored.topics, cells, undefined=undefined, answered=answered
        )


def _responses(scored: Scored) -> dict[tuple[int, int], Response]:
    rows = (
        Response.objects.visible()
        .filter(run__in=scored.runs, topic__in=scored.topics)
        .select_related("run")
        .defer("text", "references")
    )
    return {(row.run_id, row.topic_id): row for row in rows}


def _cell(
    response: Response, scored: Scored, values: Sequence[float], *, is_open: bool
) -> Cell:
    found = {
        measure.name: None if math.isnan(value) else value
        for measure, value in zip(scored.measures, values, strict=True)
    }
    coverage = found.pop("coverage")
    return Cell(response, found, coverage, response.words, open=is_open)


def _row(
    basis: Basis,
    run: Run,
    topics: Sequence[Topic],
    cells: dict[int, Cell],
    *,
    undefined: Mapping[str, Collection[Topic]],
    answered: Mapping[int, None],
) -> RunRow:
    judged = [topic.pk for topic in topics]
    means = {}
    for metric in (*METRICS, "coverage"):
        # Answered but without any label: no score yet, which is not a score of 0.
        values: dict[int, float | None] = {**answered}
        for topic, cell in cells.items():
            values[topic] = (
                cell.coverage if metric == "coverage" else cell.scores[metric]
            )
        means[metric] = run_mean(
            values,
            judged,
            undefined=[topic.pk for topic in undefined[metric]],
            unanswered=basis.unanswered,
        )
    words = [cell.words for cell in cells.values()]
    return RunRow(run, means, fmean(words) if words else None, cells)


def _rank(row: RunRow) -> tuple[bool, float, str]:
    mean = row.means[LEADING].mean
    return (mean is None, -(mean or 0.0), row.run.name)


def _spreads(
    topics: Sequence[Topic],
    rows: Sequence[RunRow],
    undefined: Mapping[str, Collection[Topic]],
    basis: Basis,
) -> dict[str, Spread]:
    controls = [row.run.pk for row in rows if row.run.control]
    spreads = {}
    for metric in (*METRICS, "coverage"):
        spreads[metric] = spread(
            {
                topic.pk: {
                    row.run.pk: counted(row, topic, metric, basis) for row in rows
                }
                for topic in topics
                if topic not in undefined[metric]
            },
            controls=controls,
        )
    return spreads


def counted(row: RunRow, topic: Topic, metric: str, basis: Basis) -> float | None:
    """Return what a topic counts for a run: an unanswered one 0 or None, by the basis.

    None too where the response is not labelled through.
    """
    cell = row.cells.get(topic.pk)
    if cell is not None:
        return cell.coverage if metric == "coverage" else cell.scores[metric]
    unanswered = topic.pk in row.means[metric].unanswered
    return 0.0 if unanswered and basis.unanswered == "zero" else None
