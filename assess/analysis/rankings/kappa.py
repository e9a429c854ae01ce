"""Cohen's kappa of two judges by the number of topics, if it is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from django.db.models import Q

from assess.analysis.agreement.matrix import titles_of
from assess.analysis.kernel.forecasts.growth import Grown, kappa_growth
from assess.analysis.memo import SEED
from assess.judging.kernel.agreement import UNLABELLED, cut_in_two, tables
from assess.judging.kinds import Kind, Shorter
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned, Side, align, read_sides
from assess.judging.labels.scales import scales_of
from assess.judging.models import Judge


class KappaGrowth(NamedTuple):
    """Kappa by topics; reason: why kappa of all labels is undefined, "" if it is not.

    cut: the label, in the scale's words, from which the curve counts labels as above,
    "" if it is of all labels. There is no curve if the scales differ and no cut
    compares them.
    """

    curve: list[Grown]
    reason: str = ""
    cut: str = ""


Order = Callable[[Ints], list[int]]  # the order of topics, given by row number


def kappa_so_far(
    sides: tuple[Side, Side],
    kind: Kind,
    on: list[int],
    *,
    order: Order,
    shorter: Shorter,
) -> KappaGrowth:
    """Compute kappa over topics (row numbers), as the agreement page does overall."""
    where = Q(**{f"{kind.topic}__in": on})
    a = sides[0].judge
    found = align(read_sides(sides, kind, where=where), kind, a.track)
    scales = scales_of(sides, found, kind, shorter)
    both = (found.codes != UNLABELLED).all(axis=1)
    topics = np.unique(found.topics[both])
    reason = scales.reason(0, 1, topics)
    cut = scales.cut_of(0, 1) if reason else ""
    if reason and not cut:
        return KappaGrowth([], reason)
    stack = _stack(found, both)[order(topics)]
    if cut:
        stack = _cut(stack, found, cut, kind, a)
    curve = kappa_growth(stack, rng=np.random.default_rng(SEED))
    return KappaGrowth(curve, reason, *titles_of([cut] if cut else [], kind, a.track))


def _stack(found: Aligned, both: Ints) -> Ints:
    """Return the confusion matrix of each topic, by row number."""
    _, of = np.unique(found.topics[both], return_inverse=True)
    one, other = found.codes[both].T
    return tables(one, other, of, size=len(found.categories))


def _cut(stack: Ints, found: Aligned, cut: str, kind: Kind, judge: Judge) -> Ints:
    plain = ~np.isin(found.categories, kind.apart(judge.track))
    names = np.array(found.categories)[plain].tolist()
    place = names.index(cut)
    return cut_in_two(stack[:, plain][:, :, plain], place, place)
