"""How a judge's labels differ from people's, run by run and label by label."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from django.db.models import F
from numpy.typing import NDArray

from assess.analysis.agreement.comparison import numbers_of
from assess.analysis.agreement.matrix import titles_of
from assess.analysis.agreement.questions import AgreementQuestion
from assess.analysis.kernel.favour import favour
from assess.analysis.memo import SEED
from assess.judging.kernel.agreement import UNLABELLED, Measured
from assess.judging.labels.cache import unchanged
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned, align, judges_behind, read_sides
from runs.models import Run

Floats = NDArray[np.float64]


class RunDifference(NamedTuple):
    """How much higher a judge labels a run's n items, in steps of the scale.

    excess: the mean less that of other runs on the same topics, with its interval.
    """

    run: Run
    mean: float
    excess: Measured
    n: int


class LabelDifference(NamedTuple):
    """What a judge says where people give one label: the share equal, mean, n items.

    mean: of the differences, in steps of the scale.
    """

    label: str
    share: float
    mean: float
    n: int


class Differences(NamedTuple):
    """By run, from the most favoured down, and by people's label, in order.

    p: of the test over runs, None if there is none. runs is empty if the items belong
    to no response.
    """

    runs: list[RunDifference]
    p: float | None
    labels: list[LabelDifference]

    @property
    def favoured(self) -> RunDifference | None:
        """Return the run whose excess is not 0 for sure, and greatest; None if none."""
        sure = [
            each
            for each in self.runs
            if each.excess.low is not None
            and each.excess.high is not None
            and not each.excess.low <= 0 <= each.excess.high
        ]
        return max(sure, key=lambda each: abs(each.excess.value or 0), default=None)


class _Steps(NamedTuple):
    """The items that both judged: row numbers, topics, two numbers and two codes."""

    items: Ints
    topics: Ints
    numbers: Floats
    codes: Ints
    categories: tuple[str, ...]

    @property
    def apart(self) -> Floats:
        """Return how much higher the first judge labels each item."""
        found: Floats = self.numbers[:, 0] - self.numbers[:, 1]
        return found


class _ByRun(NamedTuple):
    runs: list[int]
    mean: list[float]
    excess: list[Measured]
    n: list[int]
    p: float | None


def differences(question: AgreementQuestion) -> Differences:
    """Compare the first side with the second; both have one scale."""
    by_run, labels = unchanged(
        [side.judge for side in question.sides],
        ("differences", question.kind.name),
        lambda: _found(question),
    )
    runs = Run.objects.visible().in_bulk(by_run.runs)
    rows = [
        RunDifference(runs[pk], mean, excess, n)
        for pk, mean, excess, n in zip(
            by_run.runs, by_run.mean, by_run.excess, by_run.n, strict=True
        )
        if pk in runs
    ]
    titles = titles_of([each.label for each in labels], question.kind, question.track)
    named = [
        each._replace(label=title) for each, title in zip(labels, titles, strict=True)
    ]
    return Differences(sorted(rows, key=_order), by_run.p, named)


def _order(row: RunDifference) -> tuple[float, str]:
    return -row.mean, row.run.name


def _found(question: AgreementQuestion) -> tuple[_ByRun, list[LabelDifference]]:
    kind, track = question.kind, question.track
    steps = _steps(align(read_sides(question.sides, kind), kind, track), question)
    has_runs = len(kind.responses) == 1
    by_run = _by_run(steps, question) if has_runs else _ByRun([], [], [], [], None)
    return by_run, _by_label(steps)


def _steps(found: Aligned, question: AgreementQuestion) -> _Steps:
    apart = np.isin(found.categories, question.kind.apart(question.track))
    both = ((found.codes != UNLABELLED) & ~apart[found.codes]).all(axis=1)
    codes = found.codes[both]
    numbers = numbers_of(found.categories)[codes]
    topics = found.topics[both]
    return _Steps(found.items[both], topics, numbers, codes, found.categories)


def _by_label(steps: _Steps) -> list[LabelDifference]:
    rows = []
    for code, label in enumerate(steps.categories):
        of = steps.codes[:, 1] == code
        if of.any():
            share = float((steps.codes[of, 0] == code).mean())
            mean = float(steps.apart[of].mean())
            rows.append(LabelDifference(label, share, mean, int(of.sum())))
    return rows


def _by_run(steps: _Steps, question: AgreementQuestion) -> _ByRun:
    of_item = _runs_of(question)
    own = np.array([of_item[tuple(i)] for i in steps.items.tolist()], dtype=np.int64)
    runs, row = np.unique(own, return_inverse=True)
    topics, column = np.unique(steps.topics, return_inverse=True)
    sums, counts = np.zeros((2, len(runs), len(topics)))
    np.add.at(sums, (row, column), steps.apart)
    np.add.at(counts, (row, column), 1)
    found = favour(sums, counts, rng=np.random.default_rng(SEED))
    bounds = zip(found.excess, found.low, found.high, strict=True)
    excess = [Measured(*map(_defined, each)) for each in bounds]
    n = counts.sum(axis=1).astype(int).tolist()
    return _ByRun(runs.tolist(), found.mean.tolist(), excess, n, found.p)


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _runs_of(question: AgreementQuestion) -> dict[tuple[int, ...], int]:
    """Return the run of each item that the second judge labelled."""
    kind = question.kind
    labels = kind.model.objects.filter(judge__in=judges_behind(question.sides[1].judge))
    run = F(f"{kind.responses[0]}__run")
    rows = labels.order_by().values_list(*kind.columns, run)
    return {tuple(item): pk for *item, pk in rows}
