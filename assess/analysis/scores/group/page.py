"""The runs of one group in each family: their places, scores, and what is odd."""

from __future__ import annotations

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
    """A run of the group: its row on the leaderboard, and what is odd about it.

    best, worst: topics far above the median over all runs, and far below.
    """

    row: Row
    oddities: list[str]
    best: list[TopicGap]
    worst: list[TopicGap]


@dataclass(frozen=True, eq=False)
class GroupFamily:
    """A family's leaderboard, of which only the group's rows are shown."""

    title: str
    basis: Any
    page: BoardPage
    group: str

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
        """Return the group's runs, the best first."""
        pairs = zip(self.page.rows, self.page.order, strict=True)
        return [
            GroupRun(row, self._oddities(place), *self._far(place))
            for row, place in pairs
            if row.group == self.group
        ]

    @property
    def measures(self) -> list[tuple[Any, list[Any]]]:
        """Return each measure with the value of every run of the group."""
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
        if sum(run.group != self.group for run in runs) < FEWEST_OTHERS:
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


def group_families(seen: Seen, group: str) -> list[GroupFamily]:
    """Return each family in which the group has a run, under its first condition."""
    found = []
    for family in families_of(seen.track):
        asked = asked_by(QueryDict(), seen, family.name)
        if asked.scored is None:
            continue
        basis = asked.choosing.basis
        own = GroupFamily(family.title, basis, asked.page(), group)
        if own.runs:
            found.append(own)
    return found
