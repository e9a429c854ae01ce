"""Cover and ranks of runs against the threshold, as charts."""

from __future__ import annotations

from collections.abc import Sequence

from assess.analysis.charts import Axis, AxisTick, Curve, CurvePoint, Curves
from exams.kernel.grades import TAUS
from exams.kernel.what_if import moved_ranks
from exams.scores.summary import AtTau, RunScores

DRAWN = 12  # runs, the best first
THRESHOLD = Axis("τ", ticks=tuple(AxisTick(tau, str(tau)) for tau in TAUS))


def sweep_charts(rows: Sequence[RunScores], tau: int) -> list[Curves]:
    """Return Cover and rank against τ, of the first runs by Cover at a threshold."""
    ordered = sorted(rows, key=lambda row: -(row.taus[tau].cover.mean or 0.0))[:DRAWN]
    if not ordered:
        return []
    few = f"The first {DRAWN} runs at τ {tau}. " if len(rows) > DRAWN else ""
    return [_covers(ordered, few), _ranks(rows, ordered, few)]


def _covers(rows: Sequence[RunScores], few: str) -> Curves:
    return Curves(
        name="cover-by-tau",
        title="Cover by threshold",
        says=f"{few}With the 95 % interval, from the standard error over topics.",
        x=THRESHOLD,
        y=Axis("Cover", low=0),
        curves=[
            Curve(row.run.name, [_point(tau, row.taus[tau]) for tau in TAUS])
            for row in rows
        ],
    )


def _point(tau: int, at: AtTau) -> CurvePoint:
    mean, error = at.cover.mean, at.cover.std_error
    if mean is None or error is None:
        return CurvePoint(tau, mean)
    wide = 1.96 * error
    return CurvePoint(tau, mean, max(0.0, mean - wide), min(1.0, mean + wide))


def _ranks(rows: Sequence[RunScores], drawn: Sequence[RunScores], few: str) -> Curves:
    covers = [
        {row.run.name: row.taus[tau].cover.mean or 0.0 for row in rows} for tau in TAUS
    ]
    ranks = [moved_ranks(each, each) for each in covers]
    return Curves(
        name="rank-by-tau",
        title="Rank by Cover, by threshold",
        says=f"{few}Rank 1 is the best; runs with equal Cover share a rank.",
        x=THRESHOLD,
        y=Axis("rank", low=0),
        curves=[
            Curve(
                row.run.name,
                [
                    CurvePoint(tau, each[row.run.name][0])
                    for tau, each in zip(TAUS, ranks, strict=True)
                ],
            )
            for row in drawn
        ],
        decimals=(0, 0),
    )
