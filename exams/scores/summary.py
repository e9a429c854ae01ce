"""Each run's exam scores at every threshold, as one plain value for pages and files."""

from __future__ import annotations

from typing import Any, NamedTuple

from assess.analysis.scores.arrays import Rules, Scored, counted
from assess.analysis.scores.grids import UNANSWERED
from exams.kernel.cover import Floats, Mean, means_of
from exams.kernel.grades import TAUS
from exams.scores.measures import BY_GAIN, BY_LEVEL
from runs.models import Run

Tables = dict[str, list[Mean]]  # by measure, a mean for each run
COUNT_ZERO = Rules()  # a topic without passages counts 0


class AtTau(NamedTuple):
    """A run's means at one threshold; qrels: by trec_eval's names of measures."""

    cover: Mean
    lower: float | None
    upper: float | None
    ncover: Mean
    qrels: dict[str, float | None]


class RunScores(NamedTuple):
    """A run's means; ungraded: the share of its pairs without a grade."""

    run: Run
    taus: dict[int, AtTau]
    gains: dict[str, float | None]
    ungraded: float | None
    topics: int

    def as_json(self) -> dict[str, Any]:
        """Return the means with the keys of the command's output."""
        found: dict[str, Any] = {
            str(tau): {
                "cover": at.cover.mean,
                "std_error": at.cover.std_error,
                "lower": at.lower,
                "upper": at.upper,
                "ncover": at.ncover.mean,
                "ncover_std_error": at.ncover.std_error,
                "ncover_topics": at.ncover.n,
                "ncover_workbench": _over(at.ncover, self.topics),
                **at.qrels,
            }
            for tau, at in self.taus.items()
        }
        return found | self.gains | {"ungraded": self.ungraded, "topics": self.topics}


def _over(mean: Mean, topics: int) -> float | None:
    """Return a mean over all topics, 0 where it is undefined, as the workbench does."""
    return None if mean.mean is None else mean.mean * mean.n / topics


def summaries(scored: Scored, rules: Rules = COUNT_ZERO) -> list[RunScores]:
    """Return each run's means over the judged topics.

    By default, a topic without passages counts 0.
    """
    tables = {m.name: means_of(_table(scored, m.name, rules)) for m in scored.measures}
    return [
        RunScores(
            run,
            {tau: _at(tables, tau, row) for tau in TAUS},
            {
                each.name: tables[f"exam_qrels_{each.name}"][row].mean
                for each in BY_GAIN
            },
            tables["exam_ungraded"][row].mean,
            len(scored.topics),
        )
        for row, run in enumerate(scored.runs)
    ]


def _table(scored: Scored, measure: str, rules: Rules) -> Floats:
    if not measure.startswith("exam_upper"):
        return counted(scored, measure, rules)
    values = scored.of(measure).copy()
    if rules.unanswered == "zero":
        values[scored.states == UNANSWERED] = 0.0
    return values


def _at(tables: Tables, tau: int, row: int) -> AtTau:
    cover = tables[f"exam_cover_{tau}"][row]
    return AtTau(
        cover=cover,
        lower=cover.mean,
        upper=tables[f"exam_upper_{tau}"][row].mean,
        ncover=tables[f"exam_ncover_{tau}"][row],
        qrels={
            each.name: tables[f"exam_qrels_{tau}_{each.name}"][row].mean
            for each in BY_LEVEL
        },
    )
