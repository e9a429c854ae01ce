"""Some runs in each family, as a group's: their places, scores, and what is odd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from django.http import QueryDict

from assess.analysis.scores.families import families_of
from assess.analysis.scores.grids import OPEN, UNANSWERED, UNJUDGED, Floats
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.requests import asked_by
from assess.analysis.scores.leaderboard.rows import Row
from runs.models import Run, Topic
from runs.views.visibility import Seen

FEWEST_OTHERS = 5  # runs of other groups behind a median, so that it reveals none
NAMED = 3  # topics far from the median


class TopicGap(NamedTuple):
    """A topic with a run's value and the median over all runs."""

    topic: Topic
    value: float
    median: float


class GroupRun(NamedTuple):
    """A run: its row on the leaderboard, and what is odd about it.

    best, worst: topics far above the median over all runs, and far below.
    """

    row: Row
    oddities: list[str]
    best: list[TopicGap]
    worst: list[TopicGap]

    @property
    def mean(self) -> float | None:
        """Return the mean by the measure that the interval is of."""
        return self.row.means[self.row.drawn]


@dataclass(frozen=True, eq=False)
class FamilyRuns:
    """A family's leaderboard, of which only some runs' rows are shown."""

    name: str
    title: str
    basis: Any
    page: BoardPage
    shows: Callable[[Run], bool]

    @property
    def ranked(self) -> int:
        """Count all runs that have a place."""
        return self.page.defined

    @property
    def topics(self) -> int:
        """Count the judged topics."""
        return len(self.page.board.scored.topics)

    @cached_property
    def runs(self) -> list[GroupRun]:
        """Return the runs that it shows, the best first."""
        pairs = zip(self.page.rows, self.page.order, strict=True)
        return [
            GroupRun(row, self._oddities(place), *self._far(place))
            for row, place in pairs
            if self.shows(self.page.board.scored.runs[place])
        ]

    @property
    def measures(self) -> list[tuple[Any, list[Any]]]:
        """Return each measure with the value of every run that it shows."""
        by_run = [each.row.values for each in self.runs]
        return [
            (column, list(values))
            for column, *values in zip(self.page.columns, *by_run, strict=True)
        ]

    def _oddities(self, place: int) -> list[str]:
        scored = self.page.board.scored
        run, states = scored.runs[place], scored.states[place]
        silent = [
            topic.name
            for topic, state in zip(scored.topics, states, strict=True)
            if state == UNANSWERED
        ]
        found = [f"no response to {_many(silent)}"] if silent else []
        unjudged, partly = (int((states == each).sum()) for each in (UNJUDGED, OPEN))
        if unjudged:
            found.append(f"{unjudged} of its responses have no label yet")
        if partly:
            found.append(f"{partly} of its responses are judged in part")
        if run.outside:
            found.append(f"{run.outside} documents are not on the reference list")
        return found

    @cached_property
    def _medians(self) -> Floats | None:
        """Return the median of each topic; None if too few others are behind it."""
        runs = self.page.board.scored.runs
        if sum(not self.shows(run) for run in runs) < FEWEST_OTHERS:
            return None
        values = self.page.board.table(self.page.measure.name)
        some = np.isfinite(values).any(axis=0)
        medians = np.full(values.shape[1], np.nan)
        medians[some] = np.nanmedian(values[:, some], axis=0)
        return medians

    def _far(self, place: int) -> tuple[list[TopicGap], list[TopicGap]]:
        """Return the topics farthest above the median, and farthest below."""
        if self._medians is None:
            return [], []
        values = self.page.board.table(self.page.measure.name)[place]
        gaps = [
            TopicGap(topic, float(value), float(median))
            for topic, value, median in zip(
                self.page.board.scored.topics, values, self._medians, strict=True
            )
            if np.isfinite(value)
        ]
        gaps.sort(key=lambda each: each.value - each.median)
        below = [each for each in gaps if each.value < each.median]
        above = [each for each in reversed(gaps) if each.value > each.median]
        return above[:NAMED], below[:NAMED]


def _many(topics: list[str]) -> str:
    named = ", ".join(topics[:NAMED])
    more = len(topics) - NAMED
    return f"{named} and {more} more topics" if more > 0 else f"topic {named}"


def groups_of(seen: Seen) -> list[str]:
    """Return the names of a track's groups."""
    runs = Run.objects.visible().filter(track=seen.track).exclude(group="")
    return sorted(set(runs.values_list("group", flat=True)))


def group_families(seen: Seen, group: str) -> list[FamilyRuns]:
    """Return each family in which the group has a run, under its first condition."""
    return _families(seen, lambda run: run.group == group)


def run_families(seen: Seen, run: Run) -> list[FamilyRuns]:
    """Return each family in which a run is scored, under its first condition."""
    return _families(seen, lambda other: other.pk == run.pk)


def _families(seen: Seen, shows: Callable[[Run], bool]) -> list[FamilyRuns]:
    found = []
    for family in families_of(seen.track):
        asked = asked_by(QueryDict(), seen, family.name)
        if asked.scored is None:
            continue
        basis = asked.choosing.basis
        own = FamilyRuns(family.name, family.title, basis, asked.page(), shows)
        if own.runs:
            found.append(own)
    return found
