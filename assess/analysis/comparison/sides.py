"""The sides of a comparison: conditions of every family, and imported boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from assess.analysis.kernel.uncertainty import resampled_means
from assess.analysis.models import ImportedBoard
from assess.analysis.rankings.pairs import placed
from assess.analysis.scores.arrays import Measure, counted
from assess.analysis.scores.conditions import Choice, Condition, Offered, offered
from assess.analysis.scores.families import families_of
from assess.analysis.scores.grids import Floats
from config.operations.single_reads import rows_once
from runs.models import Run, Topic, Track

BOARDS = "boards"
BOARD = Measure("board", "Board", "the score or the rank that the board has")


class SideScores(NamedTuple):
    """A side's scores by one measure; higher is better.

    values: (runs, topics), NaN where nothing counts; (runs,) if there are no topics.
    sign: -1 if the numbers that are shown are lower for better runs.
    """

    measure: Measure
    runs: tuple[Run, ...]
    topics: tuple[Topic, ...]
    values: Floats
    sign: int = 1

    def numbers(self, runs: Sequence[Run], topics: Sequence[Topic]) -> Floats:
        """Return the values of some runs on some topics, (runs, topics).

        (runs,) if there are no topics at all.
        """
        if self.values.ndim == 1:
            own = {run.pk: n for run, n in zip(self.runs, self.values, strict=True)}
            return np.array([own.get(run.pk, np.nan) for run in runs])
        return placed(self.values, (self.runs, self.topics), runs, topics)

    def means(self, runs: Sequence[Run]) -> Floats:
        """Return each run's mean over all topics, (runs,)."""
        values = self.numbers(runs, self.topics)
        return values if values.ndim == 1 else means_of(values)


class SideSize(NamedTuple):
    """How many runs a side has, on how many topics; None: a board has no topics."""

    runs: int
    topics: int | None


@dataclass(frozen=True, eq=False)
class ComparisonSide:
    """A condition of a family, or a board: its key, its name, its measures."""

    key: str
    family: str
    title: str
    says: str
    measures: tuple[Measure, ...]
    primary: str

    def measure(self, name: str) -> Measure:
        """Return the measure of that name, the primary one if there is none."""
        own = {each.name: each for each in self.measures}
        return own.get(name) or own.get(self.primary) or self.measures[0]

    def scores(self, name: str) -> SideScores:
        """Return the scores by a measure, else by the primary one."""
        raise NotImplementedError

    @property
    def has_scores(self) -> bool:
        """Return whether any run has a score."""
        raise NotImplementedError

    @property
    def size(self) -> SideSize:
        """Return how many runs have a score, on how many topics."""
        found = self.scores(self.primary)
        topics = len(found.topics) if found.values.ndim == 2 else None
        return SideSize(len(found.runs), topics)


@dataclass(frozen=True, eq=False)
class ConditionSide(ComparisonSide):
    """A condition of a family."""

    condition: Condition

    def scores(self, name: str) -> SideScores:
        """Return the counted scores on each topic, by the family's own rules."""
        measure, scored = self.measure(name), self.condition.scored
        values = counted(scored, measure.name, self.condition.family.rules)
        return SideScores(measure, scored.runs, scored.topics, values)

    @property
    def has_scores(self) -> bool:
        """Return whether any run has a score on a topic."""
        return bool(self.condition.topics)


@dataclass(frozen=True, eq=False)
class BoardSide(ComparisonSide):
    """An imported board; runs: all of the track's, ranked by it or not."""

    board: ImportedBoard
    runs: tuple[Run, ...]

    def scores(self, name: str) -> SideScores:
        """Return the board's number of each run that the track has."""
        sign = -1 if self.board.lower_is_better else 1
        numbers = {tag: number for _name, tag, number in self.board.scores}
        runs = tuple(run for run in self.runs if run.name in numbers)
        values = np.array([sign * numbers[run.name] for run in runs], dtype=np.float64)
        return SideScores(self.measure(name), runs, (), values, sign)

    @property
    def has_scores(self) -> bool:
        """Return whether the board ranks any run of the track."""
        return bool(self.scores(BOARD.name).runs)


class FamilyMeasures(NamedTuple):
    """The measures of a family, by its name and title."""

    family: str
    title: str
    measures: tuple[Measure, ...]


class SideGroup(NamedTuple):
    """A group of sides in a list: its title, and (key, name) of each side."""

    title: str
    sides: list[tuple[str, str]]


@dataclass(frozen=True, eq=False)
class Sides:
    """All conditions and boards of a track that can be compared."""

    track: Track
    _made: dict[str, ComparisonSide | None] = field(default_factory=dict, init=False)

    @cached_property
    def families(self) -> dict[str, Offered]:
        """Return the conditions of each family that has any, by its name."""
        every = (offered(family, self.track) for family in families_of(self.track))
        return {each.family.name: each for each in every if each.every}

    @cached_property
    def boards(self) -> list[ImportedBoard]:
        """Return the track's boards."""
        return rows_once(ImportedBoard.objects.filter(track=self.track))

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Return the track's runs."""
        return tuple(rows_once(Run.objects.visible().filter(track=self.track)))

    @cached_property
    def groups(self) -> list[SideGroup]:
        """Return every side that can be selected, by family."""
        groups = [
            SideGroup(
                f"{each.family.title}: {group.title}",
                [(key_of(name, choice), choice.says) for choice in group.choices],
            )
            for name, each in self.families.items()
            for group in each.groups
        ]
        boards = [(f"{BOARDS}:{board.uuid}", board.name) for board in self.boards]
        return groups + ([SideGroup("Imported boards", boards)] if boards else [])

    @cached_property
    def measures(self) -> tuple[FamilyMeasures, ...]:
        """Return every measure by family, once each, under the first that has it."""
        known: set[str] = set()
        groups = []
        for name, each in self.families.items():
            own = tuple(m for m in self._measures(name) if m.name not in known)
            known |= {measure.name for measure in own}
            groups.append(FamilyMeasures(name, each.family.title, own))
        groups.append(FamilyMeasures(BOARDS, "Imported boards", (BOARD,)))
        return tuple(group for group in groups if group.measures)

    def _measures(self, family: str) -> tuple[Measure, ...]:
        every = self.families[family].family.measures(self.track)
        return tuple(each for each in every if not each.aside)

    def side(self, key: str) -> ComparisonSide | None:
        """Return the side of a key; None if it does not exist any more."""
        if key not in self._made:
            family, _, query = key.partition(":")
            board = family == BOARDS
            made = self._board(key, query) if board else self._side(key, family, query)
            self._made[key] = made
        return self._made[key]

    def _side(self, key: str, family: str, query: str) -> ComparisonSide | None:
        own = self.families.get(family)
        if own is None or query not in {choice.query for choice in own.every}:
            return None
        condition = own.condition(query)
        if condition is None:
            return None
        return ConditionSide(
            key,
            family,
            own.family.title,
            condition.says,
            self._measures(family),
            own.family.primary(self.track),
            condition,
        )

    def _board(self, key: str, uuid: str) -> ComparisonSide | None:
        board = next((each for each in self.boards if str(each.uuid) == uuid), None)
        if board is None:
            return None
        return BoardSide(
            key,
            BOARDS,
            "Imported board",
            board.name,
            (BOARD,),
            BOARD.name,
            board,
            self.runs,
        )


def means_of(values: Floats) -> Floats:
    """Return the mean of each row's numbers; NaN if it has none."""
    means: Floats = resampled_means(values, np.ones((1, values.shape[1])))[0]
    return means


def key_of(family: str, choice: Choice) -> str:
    """Return the key of a family's condition."""
    return f"{family}:{choice.query}"


def columns_of(sides: Sequence[ComparisonSide]) -> tuple[Measure, ...]:
    """Return the measures of some sides, once each, in their order."""
    every = [measure for side in sides for measure in side.measures]
    return tuple({measure.name: measure for measure in every}.values())
