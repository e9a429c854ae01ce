"""How alike gold sets rank the runs, each set against each other one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from assess.analysis.kernel.condition_agreement import Way
from assess.analysis.rankings.comparison import tau_of
from assess.analysis.rankings.pairs import Pairing
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.conditions import Condition
from assess.exchange.cells import SHEET, Cells
from matching.personal import chosen_topics
from matching.scores.basis import PAIRS, RESPONSES, Basis
from matching.scores.measures import MEASURES, NTN_PRECISION, NTN_RECALL, NTR_RECALL
from matching.scores.scoring import MATCHING
from matching.tables.forms import Chosen
from nuggets.models import Bank
from runs.models import Track

MOST_SETS = 8  # every pair of them is compared
HEADS = (
    "left",
    "right",
    "measure",
    "n_runs",
    "n_topics",
    "tau_b",
    "tau_low",
    "tau_high",
    "rho",
)
_ORDER = (NTN_PRECISION, NTN_RECALL, NTR_RECALL)
_NAMED = {measure.name: measure for measure in MEASURES}


class SetCell(NamedTuple):
    """Two gold sets by one measure: the correlation of the runs' means."""

    measure: Measure
    topics: int
    way: Way


class SetRow(NamedTuple):
    """Two gold sets by every measure."""

    left: Bank
    right: Bank
    cells: list[SetCell]


@dataclass(frozen=True, eq=False)
class SetTable:
    """Every pair of a track's gold sets, under the chosen judges and turns.

    Precision and recall by pairs of nuggets (NtN), recall by whole responses (NtR); a
    measure without a judge is left out.
    """

    track: Track
    chosen: Chosen

    @cached_property
    def banks(self) -> list[Bank]:
        """Return the compared sets, original ones first."""
        by_origin = sorted(self.chosen.banks, key=lambda bank: bank.parent is not None)
        return by_origin[:MOST_SETS]

    @property
    def left_out(self) -> int:
        """Count the sets that are not compared, because there are too many."""
        return len(self.chosen.banks) - len(self.banks)

    @cached_property
    def measures(self) -> list[Measure]:
        """Return the columns."""
        return [_NAMED[name] for name in _ORDER if self._has(name)]

    def _has(self, measure: str) -> bool:
        if measure == NTR_RECALL:
            return self.chosen.responses is not None
        return None not in (self.chosen.pairs, self.chosen.nuggets)

    @cached_property
    def _topics(self) -> frozenset[int] | None:
        return chosen_topics(self.track, self.chosen.turns)

    def _condition(self, bank: Bank, measure: str) -> Condition:
        pairs, responses, nuggets = self.chosen[:3]
        if measure == NTR_RECALL:
            assert responses is not None  # noqa: S101 - for the types
            basis = Basis(bank, responses, RESPONSES, None, self._topics)
        else:
            assert pairs is not None  # noqa: S101 - for the types
            basis = Basis(bank, pairs, PAIRS, nuggets, self._topics)
        return Condition(MATCHING, "", bank.name, basis)

    @cached_property
    def rows(self) -> list[SetRow]:
        """Return every pair of sets."""
        if not self.measures:
            return []
        conditions = {
            (bank.pk, measure.name): self._condition(bank, measure.name)
            for bank in self.banks
            for measure in self.measures
        }
        return [
            SetRow(
                left,
                right,
                [
                    _cell(
                        conditions[left.pk, measure.name],
                        conditions[right.pk, measure.name],
                        measure,
                    )
                    for measure in self.measures
                ],
            )
            for left, right in combinations(self.banks, 2)
        ]

    def lines(self, cells: Cells = SHEET) -> Iterator[str]:
        """Yield a line of CSV for each pair and measure; undefined is empty."""
        yield cells.line(HEADS)
        for row in self.rows:
            for measure, topics, way in row.cells:
                numbers = (way.n, topics, *way.tau, way.rho.value)
                names = (row.left.name, row.right.name, measure.name)
                yield cells.line([*names, *numbers])


def _cell(left: Condition, right: Condition, measure: Measure) -> SetCell:
    table = Pairing(left, right).shared(measure.name)
    return SetCell(measure, table.counting, tau_of(table.a, table.b))
