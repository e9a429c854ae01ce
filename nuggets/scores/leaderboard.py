"""The leaderboard of a condition: every response scored in bulk, then every run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from django.db.models import Q

from assess.reading.labels import labels_of
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.pins import bare_subnarratives
from nuggets.banks.scored import scored_listings
from nuggets.kernel.nugget_scores import METRICS, undefined_metrics
from nuggets.kernel.run_means import RunMean, Spread, run_mean, spread
from nuggets.models import Listing, PinnedSubnarrative
from nuggets.scores.basis import Basis
from nuggets.scores.cells import Cell, scored_cells
from runs.models import Response, Run, Topic

LEADING = "V_strict"  # the primary metric, by which leaderboards are sorted


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
    listings = scored_listings(basis.bank)
    responses = _responses(basis, listings)
    labels = labels_of(
        basis.judge,
        ASSIGNMENT,
        where=Q(
            nugget__in=Listing.objects.filter(
                version__in=basis.bank.versions.current().values("pk")
            ).values("nugget")
        ),
    )
    cells = scored_cells(listings, responses, labels, unlabelled=basis.unlabelled)
    judged = {topic for topic, found in cells.items() if found}
    topics = list(Topic.objects.filter(pk__in=judged))
    undefined = _undefined(topics, listings)
    rows, waiting = _rows(basis, topics, cells, undefined, responses)
    return Leaderboard(
        basis=basis,
        topics=topics,
        rows=rows,
        spreads=_spreads(topics, rows, undefined, basis),
        undefined=undefined,
        open=[
            cell
            for row in rows
            for cell in row.cells.values()
            if cell.unlabelled and basis.unlabelled == "undefined"
        ],
        waiting=waiting,
        bare=bare_subnarratives(sorted(judged), listings),
    )


def _responses(
    basis: Basis, listings: Mapping[int, Sequence[Listing]]
) -> list[Response]:
    topics = set(listings)
    if basis.topics is not None:
        topics &= basis.topics
    return list(
        Response.objects.visible()
        .filter(topic__in=topics, run__track=basis.bank.track)
        .select_related("run")
        .defer("text", "references")
        .order_by("run__name", "topic__position", "pk")
    )


def _undefined(
    topics: Sequence[Topic], listings: Mapping[int, Sequence[Listing]]
) -> dict[str, list[Topic]]:
    undefined: dict[str, list[Topic]] = {
        metric: [] for metric in (*METRICS, "coverage")
    }
    for topic in topics:
        rows = listings[topic.pk]
        for metric in undefined_metrics([row.importance for row in rows]):
            undefined[metric].append(topic)
        if all(row.subnarrative_id is None for row in rows):
            undefined["coverage"].append(topic)
    return undefined


def _rows(
    basis: Basis,
    topics: Sequence[Topic],
    cells: Mapping[int, Mapping[int, Cell]],
    undefined: Mapping[str, Collection[Topic]],
    responses: Sequence[Response],
) -> tuple[list[RunRow], list[Run]]:
    answered: dict[int, set[int]] = defaultdict(set)
    runs: dict[int, Run] = {}
    for response in responses:
        runs[response.run_id] = response.run
        answered[response.run_id].add(response.topic_id)
    rows, waiting = [], []
    for pk, run in runs.items():
        own = {topic: found[pk] for topic, found in cells.items() if pk in found}
        if own:
            rows.append(
                _row(
                    basis,
                    run,
                    topics,
                    own,
                    undefined=undefined,
                    answered=answered[pk],
                )
            )
        else:
            waiting.append(run)
    return sorted(rows, key=_rank), waiting


def _row(
    basis: Basis,
    run: Run,
    topics: Sequence[Topic],
    cells: dict[int, Cell],
    *,
    undefined: Mapping[str, Collection[Topic]],
    answered: Collection[int],
) -> RunRow:
    judged = [topic.pk for topic in topics]
    means = {}
    for metric in (*METRICS, "coverage"):
        # Answered but without any label: no score yet, which is not a score of 0.
        values: dict[int, float | None] = dict.fromkeys(answered)
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
